/** An event of one change (api.md, Live). */
export interface LiveEvent<Data> {
  id: string;
  cursor: string;
  at: string;
  projectId: string;
  module: string;
  /** Name of the definition. */
  entity: string;
  /** Null for bulk work, with one event; `data` is then `{run, count}`. */
  entityId: string | null;
  action: string;
  version: number;
  actor: { id: string; name: string } | null;
  /** The list row. */
  data: Data;
  /** With `action: message`. */
  message?: Record<string, unknown>;
}
