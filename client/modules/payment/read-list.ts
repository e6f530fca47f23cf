/** Codes as people type or paste them, one a line, each with an amount where they gave one; by the code in lower case. */
export function readList(text: string): Map<string, { code: string; amount: number | null }> {
  const found = new Map<string, { code: string; amount: number | null }>();
  for (const line of text.split(/\r?\n/)) {
    const [, code = '', rest = ''] = /^\s*([^\s\t;,]+)(?:[\s\t;,]+(.*))?$/.exec(line) ?? [];
    const digits = rest.replace(/[^\d]/g, '');
    if (code) found.set(code.toLowerCase(), { code, amount: digits ? Number(digits) : null });
  }
  return found;
}
