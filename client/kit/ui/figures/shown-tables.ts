import { createContext, use, useEffect, useId, useRef } from 'react';

/** A table of a screen, to be exported. */
export interface ShownTable {
  name: string;
  head: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** Tables of the charts inside, in display order. */
export const ShownTables = createContext<Map<string, ShownTable> | null>(null);

/** Collects the exportable tables of a screen. */
export const useShownTables = (): Map<string, ShownTable> => useRef(new Map<string, ShownTable>()).current;

/** Registers a table with its screen, if that collects them. */
export function useShownTable(table: ShownTable): void {
  const tables = use(ShownTables);
  const id = useId();
  useEffect(() => {
    tables?.set(id, table);
  });
  useEffect(() => () => void tables?.delete(id), [tables, id]);
}
