/** Words for the contents of the library, in English. They are loaded with it. */

export const libraryEn = {
  hint: "What you gave before. Tick what the question is about: nothing is read twice.",
  find: "Find a document by its name",
  found: (found: number, all: number) => `${found} of ${all} documents`,
  added: (when: string) => `added ${when}`,
  inTab: "in this tab only",
  inMemory: "in this memory already",
  unread: {
    damaged:
      "This document is damaged in this browser. Choose the file again to replace it, or delete it.",
    newer:
      "A newer version of this page kept a document. Reload the page to get that version, or delete the document.",
  },
  remove: "Delete",
  removeForGood: (size: string) => `Delete: frees ${size}`,
  removeFromTab: "Delete for good",
  label: (button: string, name: string) => `${button} (${name})`,
  unnamed: "unreadable document",
  freed: (name: string, size: string) =>
    `“${name}” is deleted, and ${size} are free. Earlier runs keep a copy of their own.`,
  gone: (name: string) => `“${name}” is deleted. It was in this tab only.`,
  keep: "Keep these documents in this browser, readable to whoever uses it, until you delete them",
  keepHint: "Without this they go with the tab. Unticking deletes what was kept.",
  kept: (size: string) => `${size} are kept in this browser.`,
  faults: {
    cleared:
      "The documents that were kept are gone: this site’s data was cleared. Nothing is kept now; tick again to keep what is listed.",
    full: "There is no room left, so some documents are in this tab only. Delete documents or earlier runs, or free space on this device.",
    insecure: "Documents are kept only where this page is opened over https or from this machine.",
    newer:
      "A newer version of this page keeps documents here. Reload the page to get that version. Nothing of theirs was changed.",
    stopped:
      "Documents are no longer kept: another tab ended it, or this site’s data was cleared. Those listed go with this tab.",
    unavailable:
      "The browser did not let the page store documents, as in a private window. They go with the tab.",
    unreadable:
      "The document could not be read from this browser’s storage. Tick it again, or choose the file again.",
  },
};

/** Every language's words have this shape. */
export type LibraryWords = typeof libraryEn;
