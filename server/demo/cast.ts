import { holds } from '@lobby/shared/kit/permissions.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { defaultAssignee } from './desk.ts';
import type { Home, Person } from './homes.ts';
import { permissionsOf } from './positions.ts';
import type { Random } from './random.ts';
import type { Colleague } from './staff.ts';
import type { Speaker } from './story.ts';
import { KINDS, TICKET_KINDS, type TicketKind } from './texts/kinds.ts';

/** A resident who reports a ticket, with their home. */
export interface Asker {
  home: Home;
  person: Person;
  speaker: Speaker;
}

export interface Cast {
  asker(random: Random): Asker;
  /** A resident with an account, whom the residents' script can also play. */
  signedIn(random: Random): Asker;
  /** Employee who approves, answers and completes tickets. */
  officer(random: Random): Speaker;
  /** Receptionist: records tickets and leaves notes. */
  front(random: Random): Speaker;
  /** Employee who does the work of a ticket. */
  worker(kind: TicketKind, random: Random): Colleague;
}

const staff = ({ id, name }: Colleague): Speaker => ({ id, name, kind: 'staff' });

function askersOf(homes: readonly Home[]): Asker[] {
  return homes.flatMap(home =>
    home.people
      .filter(person => person.role !== 'MEMBER' && !home.empty)
      .map(person => ({ home, person, speaker: { id: person.id, name: person.name, kind: 'resident' as const } })),
  );
}

export function castOf(homes: readonly Home[], team: readonly Colleague[]): Cast {
  const askers = askersOf(homes);
  const signed = askers.filter(asker => asker.person.account !== null);
  const present = team.filter(member => member.active);
  // The two service accounts do most of the work.
  const officers = present
    .filter(member => member.positions.includes('service'))
    .map(member => [staff(member), member.account?.startsWith('service') ? 4 : 1] as const);
  const fronts = present.filter(member => member.positions[0] === 'reception').map(staff);
  // Technicians and accountants work on tasks; tickets are only assigned to employees with write permission.
  const able = present.filter(member => member.positions.some(key => holds(permissionsOf(key), ticket.code, 'write')));
  const desk = able.filter(member => member.positions.includes('service'));
  const workers = new Map(
    KINDS.map(kind => {
      const usual = defaultAssignee(kind, able);
      const experts = able.filter(member => member.positions[0] === TICKET_KINDS[kind].department);
      const all = experts.length > 0 ? experts : desk;
      return [kind, usual ? [usual, usual, usual, ...all] : all] as const;
    }),
  );
  return {
    asker: random => random.pick(askers),
    signedIn: random => random.pick(signed.length > 0 ? signed : askers),
    officer: random => random.weighted(officers),
    front: random => random.pick(fronts),
    worker: (kind, random) => random.pick(workers.get(kind) ?? desk),
  };
}
