interface Said {
  /** Values that the tab gives all rows, by field. */
  fixed?: ReadonlyMap<string, string>;
}

/** Whether the tab already says the value, so that rows need not repeat it. A row that is leaving its tab has another. */
export const isSaid = ({ fixed }: Said, field: string, value: unknown): boolean => fixed?.get(field) === String(value);
