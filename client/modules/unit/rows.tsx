import { resident } from '@lobby/shared/modules/resident.ts';
import type { UnitRow } from '@lobby/shared/modules/unit.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import { FoldedRow } from '../../kit/ui/list/rows/FoldedCells.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../theme/classes.ts';
import { StandingStatus } from './standing.tsx';

const codeClass = styleClass({ fontWeight: 'medium', color: 'fg', textStyle: 'sm' });

/** Like `Block A, tầng 12`, translated. */
function Place({ row }: { row: UnitRow }) {
  const { t } = useTranslation('unit');
  const block = useRefName('block', row.blockId);
  const floor = useRefName('floor', row.floorId);
  return `${t('fields.blockId')} ${block ?? '…'}, ${t('fields.floorId').toLowerCase()} ${floor ?? '…'}`;
}

/** The householder, for those who may see residents; otherwise the unit's name. */
function useHouseholder(row: UnitRow): string | null {
  const { t } = useTranslation('unit');
  const seesPeople = useCan(resident.code, 'read');
  const name = useRefName('resident', seesPeople ? row.householderId : null) ?? row.name;
  return name || (seesPeople && !row.householderId ? t('noHouseholder') : null);
}

function Householder({ row }: { row: UnitRow }) {
  return useHouseholder(row);
}

function Size({ row }: { row: UnitRow }) {
  const { t } = useTranslation('unit');
  const { number } = useFormats();
  return row.area === null ? null : t('squareMetres', { area: number(row.area) });
}

/** App usage is highlighted only where it is switched off. */
function AppUsage({ row }: { row: UnitRow }) {
  const { t } = useTranslation(['unit', 'kit']);
  return row.appUsage ? (
    t('kit:yes')
  ) : (
    <Status tone="ended" icon="ban">
      {t('appOff')}
    </Status>
  );
}

/** Cells with custom rendering. */
export const cells = {
  code: (row: UnitRow) => <span className={codeClass()}>{row.code}</span>,
  state: (row: UnitRow) => <StandingStatus standing="state" value={row.state} />,
  buildStatus: (row: UnitRow) => <StandingStatus standing="buildStatus" value={row.buildStatus} />,
  handoverStatus: (row: UnitRow) => <StandingStatus standing="handoverStatus" value={row.handoverStatus} />,
  appUsage: (row: UnitRow) => <AppUsage row={row} />,
};

/** Collapsed row beside the open unit. */
export const folded = (row: UnitRow) => (
  <FoldedRow
    id={row.id}
    title={row.code}
    meta={[<Householder key="householder" row={row} />, <Place key="place" row={row} />, <Size key="size" row={row} />]}
    status={<StandingStatus standing="state" value={row.state} />}
  />
);

/** List card on phones: who lives there, since units of a floor differ by nothing else. */
function UnitCard({ row }: { row: UnitRow }) {
  const householder = useHouseholder(row);
  const place = <Place row={row} />;
  return (
    <CardRow
      id={row.id}
      lead={row.code}
      note={householder && place}
      time={<Size row={row} />}
      title={householder ?? place}
      status={<StandingStatus standing="state" value={row.state} />}
      kind={<StandingStatus standing="buildStatus" value={row.buildStatus} />}
    />
  );
}

export const card = (row: UnitRow) => <UnitCard row={row} />;
