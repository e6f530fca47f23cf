/** What the words of a template may name: a closed list, each filled in for its household as the message goes out. */
export const TEMPLATE_VARIABLES = [
  'payer',
  'unit',
  'code',
  'month',
  'owed',
  'total',
  'carried',
  'dueDate',
  'daysLate',
  'lateFee',
  'bank',
  'account',
  'holder',
  'transfer',
  'project',
  'hotline',
] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];
const KNOWN: readonly string[] = TEMPLATE_VARIABLES;

/** A variable that is none, and where it stands, counted from 1. */
export interface VariableFault {
  name: string;
  line: number;
  column: number;
}

// An opening without its end is a fault too: the reader would see the braces.
const PLACE = /\{\{([^{}\n]*)(\}\})?|\}\}/g;

/** The first place of a text that names what is no variable; null: there is none. */
export function variableFault(text: string): VariableFault | null {
  for (const found of text.matchAll(PLACE)) {
    const [all, name = '', end] = found;
    if (end && KNOWN.includes(name.trim())) continue;
    const before = text.slice(0, found.index).split('\n');
    return {
      name: (end ? name.trim() || all : all).slice(0, 40),
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    };
  }
  return null;
}

/** A text with its variables filled in, once: values are words, whatever signs are in them. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (all, name: string) => values[name] ?? all);
