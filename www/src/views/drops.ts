/** Drag and drop: files are accepted anywhere on the page, text where there is a field for it. */

/** The receivers of dropped data. */
export interface DropTakers {
  readonly files: (files: Iterable<File>) => void;
  readonly text: (text: string) => void;
  /** Files are dragged over the page. */
  readonly over: () => void;
}

/** The outcome of a drop: the browser handles text in a field. */
export type Fate = "files" | "text" | "field" | "nothing";

/** The outcome of dragged data of these types over a place of the page. */
export function fateOf(
  types: readonly string[],
  place: { readonly isField: boolean; readonly isZone: boolean },
): Fate {
  if (types.includes("Files")) return "files";
  if (place.isField) return "field";
  return place.isZone && types.includes("text/plain") ? "text" : "nothing";
}

/**
 * Accepts drops on the whole page: by default, the browser would leave the page for a file or a link. `zone` accepts
 * text, too, and is highlighted before a drop. The returned function removes the listeners.
 */
export function acceptDrops(zone: HTMLElement, take: DropTakers): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const mark = (fate: Fate) => zone.classList.toggle("over", fate === "files" || fate === "text");
  const over = (event: DragEvent) => {
    const fate = fateAt(event, zone);
    mark(fate);
    if (fate === "files") take.over();
    if (fate === "field") return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = fate === "nothing" ? "none" : "copy";
  };
  const drop = (event: DragEvent) => {
    const fate = fateAt(event, zone);
    mark("nothing");
    if (fate === "field") return;
    event.preventDefault();
    if (fate === "files") take.files(event.dataTransfer?.files ?? []);
    if (fate === "text") take.text(event.dataTransfer?.getData("text/plain") ?? "");
  };
  document.addEventListener("dragenter", over, { signal });
  document.addEventListener("dragover", over, { signal });
  document.addEventListener("drop", drop, { signal });
  document.addEventListener(
    "dragleave",
    ({ relatedTarget }) => {
      if (relatedTarget === null) mark("nothing");
    },
    { signal },
  );
  return () => listening.abort();
}

function fateAt({ dataTransfer, target }: DragEvent, zone: HTMLElement): Fate {
  const place = target instanceof Element ? target : null;
  return fateOf(dataTransfer?.types ?? [], {
    isField: place?.closest("input, textarea, select") != null,
    isZone: place !== null && zone.contains(place),
  });
}
