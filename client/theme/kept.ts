/** A choice kept in this browser; nothing where storage is closed (private windows, policies). */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a choice in this browser; where storage is closed it holds until the page is left. */
export function writeKept(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice still works for this visit.
  }
}
