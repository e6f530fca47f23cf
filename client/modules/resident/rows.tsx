import type { ResidentRow } from '@lobby/shared/modules/resident.ts';
import { useTranslation } from 'react-i18next';
import { useRefName } from '../../kit/refs/refs.ts';
import { isSaid } from '../../kit/ui/list/model/said.ts';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import type { CellContext } from '../../kit/ui/list/rows/cells.tsx';
import { FoldedRow } from '../../kit/ui/list/rows/FoldedCells.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../theme/classes.ts';

const nameClass = styleClass({ fontWeight: 'medium', color: 'fg' });

/** Whether the resident lives here, as icon and word. */
export function Living({ row }: { row: Partial<ResidentRow> }) {
  const { t } = useTranslation('resident');
  return row.living ? (
    <Status tone="done" icon="check">
      {t('tabs.living')}
    </Status>
  ) : (
    <Status tone="ended" icon="circle-x">
      {t('tabs.left')}
    </Status>
  );
}

const STATES = {
  NONE: { tone: 'ended', icon: 'circle-x' },
  INVITED: { tone: 'waiting', icon: 'clock' },
  ACTIVE: { tone: 'done', icon: 'circle-check' },
  BLOCKED: { tone: 'bad', icon: 'ban' },
} as const;

/** State of the app account, as icon and word. */
export function AppState({ row }: { row: Partial<ResidentRow> }) {
  const { t } = useTranslation('resident');
  if (!row.appState) return null;
  return <Status {...STATES[row.appState]}>{t(`options.appState.${row.appState}`)}</Status>;
}

/** Main home and number of others, e.g. `A-12.05 +1`. */
function Homes({ row }: { row: ResidentRow }) {
  const unit = useRefName('unit', row.unitId);
  const more = row.unitIds.length - 1;
  return `${unit ?? '…'}${more > 0 ? ` +${more}` : ''}`;
}

function Role({ row }: { row: ResidentRow }) {
  const { t } = useTranslation('resident');
  return t(`options.role.${row.role}`);
}

/** Cells with custom rendering. */
export const cells = {
  name: (row: ResidentRow) => <span className={nameClass()}>{row.name}</span>,
  unitId: (row: ResidentRow) => <Homes row={row} />,
  birthYear: (row: ResidentRow) => row.birthYear,
  appState: (row: ResidentRow) => <AppState row={row} />,
  living: (row: ResidentRow) => <Living row={row} />,
};

/** Collapsed row beside the open resident. */
export const folded = (row: ResidentRow, context: Pick<CellContext, 'fixed'>) => (
  <FoldedRow
    id={row.id}
    title={row.name}
    meta={[<Homes key="homes" row={row} />, <Role key="role" row={row} />, row.phone]}
    status={isSaid(context, 'living', row.living) ? null : <Living row={row} />}
  />
);

/** List card on phones. */
export const card = (row: ResidentRow) => (
  <CardRow
    id={row.id}
    lead={row.name}
    note={<Role row={row} />}
    time={row.phone}
    title={<Homes row={row} />}
    status={<Living row={row} />}
    kind={row.email}
  />
);
