import { createContext, use, useEffect, useId, useRef } from 'react';

/** A table of what a screen shows, as a sheet has it. */
export interface ShownTable {
  name: string;
  head: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** The tables of the charts below, in the order in which they stand there. */
export const ShownTables = createContext<Map<string, ShownTable> | null>(null);

/** A place for the tables of a screen that are taken along. */
export const useShownTables = (): Map<string, ShownTable> => useRef(new Map<string, ShownTable>()).current;

/** Puts a table to those of its screen, where that asks for them. */
export function useShownTable(table: ShownTable): void {
  const tables = use(ShownTables);
  const id = useId();
  useEffect(() => {
    tables?.set(id, table);
  });
  useEffect(() => () => void tables?.delete(id), [tables, id]);
}
