import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { TFunction } from 'i18next';
import { useAtomValue, useSetAtom } from 'jotai';
import { type DragEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { styleClass } from '../../../../theme/classes.ts';
import type { Row } from '../../../base/matches.ts';
import { toast } from '../../../base/toast.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { recordAtom, rowOf } from '../../../records/records.ts';
import { permissionsAtom } from '../../../session/permissions.ts';
import { projectIdAtom } from '../../../session/session.ts';
import { isAskedAbout } from '../../actions/acts.ts';
import { allowedActions, type NamedAction } from '../../actions/allowed.ts';
import { useAct } from '../../actions/useAct.ts';
import { Status } from '../../marks/Status.tsx';
import { VisuallyHidden } from '../../marks/VisuallyHidden.tsx';
import { Bone } from '../../states/Skeleton.tsx';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import { useSideList } from '../useSideList.ts';

/** Limit of cards per column; to see more, users narrow the filter or switch to the table. */
const MOST = 60;

const boardClass = styleClass({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(248px, 1fr)',
  gap: '3',
  flex: '1',
  minH: '0',
  overflowX: 'auto',
  p: '4',
  pt: '3',
});
const columnClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  minH: '0',
  bg: 'bg.subtle',
  borderRadius: 'md',
  borderWidth: '1px',
  borderColor: 'border',
  '&[data-over]': { borderColor: 'accent.solid' },
  '& > header': { display: 'flex', alignItems: 'center', gap: '2', px: '3', h: '10', flex: 'none' },
  '& > header > small': { textStyle: 'xs', color: 'fg.muted' },
  '& > ul': {
    listStyle: 'none',
    m: '0',
    p: '2',
    pt: '0',
    overflowY: 'auto',
    display: 'grid',
    gap: '2',
    alignContent: 'start',
  },
  '& > p': { textStyle: 'xs', color: 'fg.muted', px: '3', pb: '2' },
});
const cardClass = styleClass({
  display: 'grid',
  gap: '1',
  p: '2.5',
  bg: 'bg',
  color: 'fg',
  textDecoration: 'none',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  cursor: 'pointer',
  _hover: { borderColor: 'border.emphasized' },
  '&[aria-current]': { borderColor: 'accent.solid' },
  '&[data-held]': { borderColor: 'accent.solid', boxShadow: 'pop' },
});

/** Statuses of a column. */
function statusesIn({ statuses, list }: Definition, column: string): readonly string[] {
  const held = list.tabs?.[column]?.status;
  return statuses?.[column] || typeof held !== 'object' ? [column] : (held.in ?? []);
}

/** Sort of a column: that of the tab with its statuses. */
const sortOf = ({ list }: Definition, statuses: readonly string[]): string | undefined =>
  Object.entries(list.tabSorts ?? {}).find(([tab]) => {
    const held = list.tabs?.[tab]?.status;
    return typeof held === 'object' && statuses.every(status => held.in?.includes(status));
  })?.[1];

export interface BoardShape<R = Row> {
  /** Columns in order: statuses, or tabs. */
  columns: readonly string[];
  card: (row: R) => ReactNode;
}

/** A card that is being moved by keys, and the column that it is over. */
interface Held {
  id: string;
  at: number;
}

/**
 * Records of a list as cards in columns by status or tab. A card is moved by dragging, with Alt and arrow keys to the next column, or
 * picked up with Space, carried with arrow keys, dropped with Enter and left with Esc.
 */
export function Board({ columns, card }: BoardShape) {
  const { definition } = useListModel();
  const t = useListWords();
  const move = useMove();
  const [held, setHeld] = useState<Held | null>(null);
  const [said, setSaid] = useState('');
  const nameOf = (id: string) => String(rowOf(definition.name, id)?.[definition.title] ?? '');
  /** Handles a key on a card of the column `n`; returns whether it was one of the board's. */
  const press = (id: string, n: number, { key, altKey }: KeyboardEvent): boolean => {
    const name = nameOf(id);
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (!held) {
      const next = columns[n + by];
      if (altKey && next && by !== 0) move(id, next);
      if (key === ' ') {
        setHeld({ id, at: n });
        setSaid(t('around:board.held', { name }));
      }
      return key === ' ' || (altKey && by !== 0);
    }
    if (by !== 0) {
      const at = Math.min(Math.max(held.at + by, 0), columns.length - 1);
      setHeld({ ...held, at });
      setSaid(t('around:board.over', { name, column: columnName(definition, columns[at] ?? '', t) }));
    }
    const column = columns[held.at];
    const drops = key === 'Enter' || key === ' ';
    if (drops && column) move(id, column);
    if (key === 'Escape') setSaid(t('around:board.left', { name }));
    if (drops || key === 'Escape') setHeld(null);
    return by !== 0 || drops || key === 'Escape';
  };
  return (
    <div className={boardClass()}>
      {columns.map((column, n) => (
        <Column
          key={column}
          column={column}
          card={card}
          held={held}
          isTarget={held?.at === n}
          onDrop={id => move(id, column)}
          onPress={(id, event) => {
            if (press(id, n, event)) event.preventDefault();
          }}
          onLeave={() => setHeld(null)}
        />
      ))}
      <VisuallyHidden>
        <span aria-live="assertive">{said}</span>
      </VisuallyHidden>
    </div>
  );
}

const columnName = ({ statuses }: Definition, column: string, t: TFunction): string =>
  t(statuses?.[column] ? `statuses.${column}` : `tabs.${column}`);

/** Does the act that changes a record's status to that of a column, with a dialog if it needs input; says so if there is none that the reader may do. */
function useMove() {
  const { definition, asking } = useListModel();
  const t = useListWords();
  const ask = useSetAtom(asking);
  const act = useAct(definition);
  const permissions = useAtomValue(permissionsAtom(useAtomValue(projectIdAtom) ?? '')) ?? {};
  return (id: string, column: string) => {
    const row = rowOf(definition.name, id);
    const statuses = statusesIn(definition, column);
    if (!row || statuses.includes(String(row.status))) return;
    const leads = ({ to }: NamedAction['action']) => to !== undefined && statuses.includes(to);
    const found = allowedActions(definition, row, permissions).find(({ action }) => leads(action));
    if (!found) {
      const [from, to] = [String(row.status), column].map(name => columnName(definition, name, t));
      return toast({ tone: 'bad', title: t('around:board.refused', { status: from, column: to }) });
    }
    if (isAskedAbout(found.action, row)) ask({ action: found.name, id });
    else void act(row, found.name);
  };
}

interface ColumnProps {
  column: string;
  card: BoardShape['card'];
  held: Held | null;
  isTarget: boolean;
  onDrop: (id: string) => void;
  onPress: (id: string, event: KeyboardEvent) => void;
  /** The card that is moved lost the focus. */
  onLeave: () => void;
}

const KIND = 'text/x-record';

function Column({ column, card, held, isTarget, onDrop, onPress, onLeave }: ColumnProps) {
  const { definition } = useListModel();
  const t = useListWords();
  const { number } = useFormats();
  const statuses = statusesIn(definition, column);
  const sort = sortOf(definition, statuses);
  const view = useSideList({ status: { in: [...statuses] } }, MOST, sort ? { sort } : {});
  const [over, setOver] = useState(false);
  const look = definition.statuses?.[column];
  const name = columnName(definition, column, t);
  const ready = view?.phase === 'ready';
  const ids = ready ? view.ids.filter(id => id !== null).slice(0, MOST) : [];
  const rest = (view?.total ?? 0) - ids.length;
  const allow = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(KIND)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      className={columnClass()}
      aria-label={name}
      data-over={over || isTarget || undefined}
      onDragOver={allow}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        setOver(false);
        onDrop(event.dataTransfer.getData(KIND));
      }}
    >
      <header>
        {look ? (
          <Status tone={look.tone} icon={look.icon}>
            {name}
          </Status>
        ) : (
          <strong>{name}</strong>
        )}
        <small>{view?.total === null || !view ? '' : number(view.total)}</small>
      </header>
      <ul aria-busy={!ready}>
        {ready
          ? ids.map(id => (
              <Card
                key={id}
                id={id}
                card={card}
                isHeld={held?.id === id}
                onPress={event => onPress(id, event)}
                onLeave={onLeave}
              />
            ))
          : [80, 60].map(width => (
              <li key={width}>
                <Bone width={`${width}%`} />
              </li>
            ))}
      </ul>
      {ready && rest > 0 && <p>{t('kit:list.moreInTable', { count: rest })}</p>}
    </section>
  );
}

interface CardProps {
  id: string;
  card: BoardShape['card'];
  isHeld: boolean;
  onPress: (event: KeyboardEvent) => void;
  onLeave: () => void;
}

function Card({ id, card, isHeld, onPress, onLeave }: CardProps) {
  const { definition, linkTo, state } = useListModel();
  const row = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]))?.row;
  if (!row) return null;
  return (
    <li>
      <Link
        to={linkTo(id)}
        className={cardClass()}
        draggable
        data-held={isHeld || undefined}
        aria-current={state.open === id || undefined}
        aria-keyshortcuts="Space Alt+ArrowRight Alt+ArrowLeft"
        onDragStart={event => event.dataTransfer.setData(KIND, id)}
        onKeyDown={onPress}
        onBlur={() => isHeld && onLeave()}
      >
        {card(row)}
      </Link>
    </li>
  );
}
