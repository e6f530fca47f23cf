declare global {
  interface Window {
    /** Set by first-paint.js before the client loads. */
    earlyKeys?: { text: string; end: () => void };
  }
}

/** Returns the keys typed since the first paint and ends their recording. */
export function takeEarlyKeys(): string {
  const held = window.earlyKeys;
  if (!held) return '';
  held.end();
  const { text } = held;
  held.text = '';
  return text;
}
