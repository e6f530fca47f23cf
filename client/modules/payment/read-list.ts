/** Parses unit codes, one per line with an optional amount; keyed by the lower-case code. */
export function readList(text: string): Map<string, { code: string; amount: number | null }> {
  const rows = new Map<string, { code: string; amount: number | null }>();
  for (const line of text.split(/\r?\n/)) {
    const [, code = '', rest = ''] = /^\s*([^\s\t;,]+)(?:[\s\t;,]+(.*))?$/.exec(line) ?? [];
    const digits = rest.replace(/[^\d]/g, '');
    if (code) rows.set(code.toLowerCase(), { code, amount: digits ? Number(digits) : null });
  }
  return rows;
}
