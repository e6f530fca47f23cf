import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { type DragEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { styleClass } from '../../../../theme/classes.ts';
import type { Row } from '../../../base/matches.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { recordAtom, rowOf } from '../../../records/records.ts';
import { permissionsAtom } from '../../../session/permissions.ts';
import { projectIdAtom } from '../../../session/session.ts';
import { isAskedAbout } from '../../actions/acts.ts';
import { allowedActions, type NamedAction } from '../../actions/allowed.ts';
import { useAct } from '../../actions/useAct.ts';
import { Status } from '../../marks/Status.tsx';
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

/** Records of a list as cards in columns by status or tab. A card is moved by dragging, or with Alt and arrow keys. */
export function Board({ columns, card }: BoardShape) {
  const move = useMove();
  return (
    <div className={boardClass()}>
      {columns.map((column, n) => (
        <Column
          key={column}
          column={column}
          card={card}
          onDrop={id => move(id, column)}
          onStep={(id, by) => {
            const to = columns[n + by];
            if (to) move(id, to);
          }}
        />
      ))}
    </div>
  );
}

/** Does the act that changes a record's status to that of a column, if the reader may; with a dialog if it needs input. */
function useMove() {
  const { definition, asking } = useListModel();
  const ask = useSetAtom(asking);
  const act = useAct(definition);
  const permissions = useAtomValue(permissionsAtom(useAtomValue(projectIdAtom) ?? '')) ?? {};
  return (id: string, column: string) => {
    const row = rowOf(definition.name, id);
    const statuses = statusesIn(definition, column);
    if (!row || statuses.includes(String(row.status))) return;
    const leads = ({ to }: NamedAction['action']) => to !== undefined && statuses.includes(to);
    const move = allowedActions(definition, row, permissions).find(({ action }) => leads(action));
    if (!move) return;
    if (isAskedAbout(move.action, row)) ask({ action: move.name, id });
    else void act(row, move.name);
  };
}

interface ColumnProps {
  column: string;
  card: BoardShape['card'];
  onDrop: (id: string) => void;
  onStep: (id: string, by: 1 | -1) => void;
}

const KIND = 'text/x-record';

function Column({ column, card, onDrop, onStep }: ColumnProps) {
  const { definition } = useListModel();
  const t = useListWords();
  const { number } = useFormats();
  const statuses = statusesIn(definition, column);
  const sort = sortOf(definition, statuses);
  const view = useSideList({ status: { in: [...statuses] } }, MOST, sort ? { sort } : {});
  const [over, setOver] = useState(false);
  const look = definition.statuses?.[column];
  const name = t(look ? `statuses.${column}` : `tabs.${column}`);
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
      data-over={over || undefined}
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
          ? ids.map(id => <Card key={id} id={id} card={card} onStep={by => onStep(id, by)} />)
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

function Card({ id, card, onStep }: { id: string; card: BoardShape['card']; onStep: (by: 1 | -1) => void }) {
  const { definition, linkTo, state } = useListModel();
  const row = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]))?.row;
  if (!row) return null;
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <li>
      <Link
        to={linkTo(id)}
        className={cardClass()}
        draggable
        aria-current={state.open === id || undefined}
        aria-keyshortcuts="Alt+ArrowRight Alt+ArrowLeft"
        onDragStart={event => event.dataTransfer.setData(KIND, id)}
        onKeyDown={press}
      >
        {card(row)}
      </Link>
    </li>
  );
}
