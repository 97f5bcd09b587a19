/** Persistence of the browser's storage when space runs short. */

/**
 * True if the browser promises to keep the storage. With `asks`, it is asked for the promise, and some browsers ask
 * the user. `null` if it does not tell.
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
