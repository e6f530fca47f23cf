import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import type { Answer, Caller, Row } from '../caller.ts';
import { rowsIn } from '../records.ts';
import type { Site } from '../world.ts';

export interface Entry {
  id: string;
  at: string;
  action: string;
  actor: { id: string; name: string };
  before: Row | null;
  after: Row | null;
  version: number;
}

/** Help desk of a project: shortcuts for its tests. */
export interface Desk {
  path: string;
  /** Creates a ticket for Dora's unit, by default as Ann. */
  open: (values?: Record<string, unknown>, who?: Caller) => Promise<Row>;
  type: (values?: Record<string, unknown>) => Promise<Row>;
  /** Performs an action, by default as Ann. */
  act: (id: string, name: string, input?: Record<string, unknown>, who?: Caller) => Promise<Answer<Row>>;
  /** Creates a ticket and performs actions on it. */
  after: (...names: string[]) => Promise<Row>;
  read: (id: string, who?: Caller) => Promise<Row>;
  say: (id: string, content: string, more?: Record<string, unknown>, who?: Caller) => Promise<Answer<Row>>;
  talk: (id: string, who?: Caller) => Promise<Answer<Row[]>>;
  entries: (id: string) => Promise<Entry[]>;
  /** Notifications about a ticket: types and recipients. */
  told: (id: string) => Promise<{ kind: string; unitId: string | null; employeeIds: string[] }[]>;
}

let n = 0;

export function deskOf(site: Site): Desk {
  const { ann, dora } = site;
  const { path } = ticket;
  const people = new Map([site.ann, site.ben, site.carl].map(({ userId, id }) => [userId, id]));
  const idOf = (userId: string) => people.get(userId) ?? userId;
  async function open(values: Record<string, unknown> = {}, who: Caller = ann): Promise<Row> {
    const at = who === dora || who === site.emil ? {} : { unitId: site.unitId };
    const made = await who.post(path, { title: `Ticket ${++n}`, content: 'Something is broken', ...at, ...values });
    if (made.status !== 201) throw new Error(made.text);
    return made.data;
  }
  const act: Desk['act'] = (id, name, input = {}, who = ann) => who.put(`${path}/${id}/${name}`, input);
  return {
    path,
    open,
    act,
    async type(values = {}) {
      const made = await ann.post(ticketType.path, { name: `Type ${++n}`, slaHours: 24, ...values });
      if (made.status !== 201) throw new Error(made.text);
      return made.data;
    },
    async after(...names) {
      let { data } = { data: await open() };
      for (const name of names) {
        const input = name === 'reject' ? { reason: 'No' } : name === 'rate' ? { rating: 5 } : {};
        ({ data } = await act(data.id, name, input, name === 'rate' ? dora : ann));
      }
      return data;
    },
    read: async (id, who = ann) => (await who.get(`${path}/${id}`)).data,
    say: (id, content, more = {}, who = ann) => who.post(`${path}/${id}/messages`, { content, ...more }),
    talk: (id, who = ann) => who.get(`${path}/${id}/messages`),
    entries: async id => (await ann.get<Entry[]>(`${path}/${id}/activities?limit=100`)).data,
    async told(id) {
      const rows = await rowsIn('notifications').find({ 'subject.id': id }).sort({ _id: 1 }).toArray();
      const groups = Map.groupBy(rows, row => `${row.kind}/${row.unitId ?? ''}`);
      return [...groups.values()].map(group => ({
        kind: String(group[0]?.kind),
        unitId: (group[0]?.unitId ?? null) as string | null,
        employeeIds: group[0]?.unitId ? [] : group.map(row => idOf(String(row.userId))),
      }));
    },
  };
}
