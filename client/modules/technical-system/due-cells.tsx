import type { Tone } from '@lobby/shared/kit/definition.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { INSPECTION_RESULTS } from '@lobby/shared/modules/care.ts';
import type { DeviceRow } from '@lobby/shared/modules/device.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { DueStatus } from '@lobby/shared/modules/upkeep.ts';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import type { CellContext } from '../../kit/ui/list/rows/cells.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../theme/classes.ts';

/** Last inspection of a system or device. */
export interface Certificate {
  id: string;
  code: string;
  name: string;
  number: string | null;
  result: (typeof INSPECTION_RESULTS)[number] | null;
  last: string | null;
  next: string | null;
  due: DueStatus;
  files: FileInfo[];
}

const TONES: Readonly<Record<DueStatus, Tone>> = { NONE: 'ended', NORMAL: 'done', DUE_SOON: 'waiting', OVERDUE: 'bad' };
type Words = Pick<CellContext, 't'>;

export function Due({ due, word }: { due: DueStatus; word: string }) {
  return due === 'NONE' ? null : <Status tone={TONES[due]}>{word}</Status>;
}

const RANK: readonly DueStatus[] = ['NONE', 'NORMAL', 'DUE_SOON', 'OVERDUE'];
export const worstOf = (all: readonly DueStatus[]): DueStatus =>
  all.reduce<DueStatus>((worst, status) => (RANK.indexOf(status) > RANK.indexOf(worst) ? status : worst), 'NONE');

const countClass = styleClass({
  ms: 'auto',
  px: '1.5',
  borderRadius: 'full',
  textStyle: 'xs',
  color: 'fg.muted',
  fontFamily: 'figures',
  '&[data-tone=bad]': { bg: 'bad.subtle', color: 'bad.fg' },
  '&[data-tone=waiting]': { bg: 'waiting.subtle', color: 'waiting.fg' },
  '&[data-tone=done]': { bg: 'done.subtle', color: 'done.fg' },
});

/** Number of items in the color of their worst due status. */
export function DueCount({ due, count }: { due: DueStatus; count: number }) {
  const { t } = useTranslation(technicalSystem.name);
  return (
    <span className={countClass()} data-tone={TONES[due]} title={due === 'NONE' ? undefined : t(`due.tabs.${due}`)}>
      {count}
    </span>
  );
}

const dueCell =
  (name: string) =>
  (row: object, { t }: Words) => {
    const due = (row as Row)[name] as DueStatus | null | undefined;
    return due ? <Due due={due} word={t(`options.${name}.${due}`)} /> : null;
  };

/** A device in use with overdue care is not shown as green. */
const isOverdue = ({ maintenanceDue, inspectionDue }: Partial<DeviceRow>): boolean =>
  maintenanceDue === 'OVERDUE' || inspectionDue === 'OVERDUE';

function State({ row, t }: Words & { row: Partial<DeviceRow> }) {
  const { status } = row;
  if (!status) return null;
  const late = status === 'IN_USE' && isOverdue(row);
  const { tone, icon } = device.statuses[status];
  return (
    <Status tone={late ? 'bad' : tone} icon={late ? 'timer-off' : icon}>
      {[t(`statuses.${status}`), late && t('options.maintenanceDue.OVERDUE')].filter(Boolean).join(' · ')}
    </Status>
  );
}

export const systemCells = {
  worstDue: dueCell('worstDue'),
  maintenanceDue: dueCell('maintenanceDue'),
  inspectionDue: dueCell('inspectionDue'),
};
export const deviceCells = {
  maintenanceDue: dueCell('maintenanceDue'),
  inspectionDue: dueCell('inspectionDue'),
  status: (row: DeviceRow, { t }: Words) => <State row={row} t={t} />,
};
