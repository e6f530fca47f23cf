/** A choice stored in this browser; null if storage is blocked (private windows, policies). */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a choice in this browser; if storage is blocked, it lasts until the page is left. */
export function writeKept(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice still works for this visit.
  }
}
