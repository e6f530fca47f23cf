import { type HandoverDefectRow, handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { useTranslation } from 'react-i18next';
import { Late, lateWord, Status } from '../../kit/ui/marks/Status.tsx';

/** Status of a defect, red once overdue. */
export function DefectStatus({ defect }: { defect: Partial<HandoverDefectRow> }) {
  const { t } = useTranslation([handoverDefect.name, 'kit']);
  const { status = 'NOT_REPAIRED', overdue } = defect;
  const { tone, icon } = handoverDefect.statuses[status];
  const word = t(`statuses.${status}`);
  if (overdue) return <Late>{lateWord(t('kit:money.late'), word)}</Late>;
  return (
    <Status tone={tone} icon={icon}>
      {word}
    </Status>
  );
}
