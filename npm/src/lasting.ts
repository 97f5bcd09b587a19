/** Whether the browser keeps what is stored when it runs short of space. */

/**
 * Whether it promised to; `asks`: it is asked to promise, for which some browsers ask the user. `null` where it
 * does not tell.
 */
export async function isLasting(asks: boolean): Promise<boolean | null> {
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined;
  if (!storage?.persisted || !storage.persist) return null;
  try {
    return (await storage.persisted()) || (asks && (await storage.persist()));
  } catch {
    return null;
  }
}
