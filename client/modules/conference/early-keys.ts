declare global {
  interface Window {
    /** Kept by first-paint.js, before anything of the client is there. */
    earlyKeys?: { text: string; end: () => void };
  }
}

/** What was typed since the first picture of the page; from now on the screen hears its keys itself. */
export function takeEarlyKeys(): string {
  const held = window.earlyKeys;
  if (!held) return '';
  held.end();
  const { text } = held;
  held.text = '';
  return text;
}
