import { useTranslation } from 'react-i18next';
import { Status } from '../../kit/ui/marks/Status.tsx';
import type { Refused, SheetRow } from './rows.ts';

interface LineStateProps {
  row: SheetRow;
  fault: Pick<Refused, 'code' | 'message'> | undefined;
  saved: boolean;
  onConfirm: () => void;
}

/** Note on a reading: refused, billed or an outlier. */
export function LineState({ row, fault, saved, onConfirm }: LineStateProps) {
  const { t } = useTranslation('usage');
  if (fault)
    return (
      <>
        <Status tone={fault.code === 'USAGE_OUTLIER' ? 'waiting' : 'bad'} icon="circle-x">
          {fault.message}
        </Status>
        {fault.code === 'USAGE_OUTLIER' && (
          <button type="button" data-confirm="" onClick={onConfirm}>
            {t('sheet.confirm')}
          </button>
        )}
      </>
    );
  if (row.billed)
    return (
      <Status tone="ended" icon="check">
        {t('sheet.billed')}
      </Status>
    );
  if (row.outlier)
    return (
      <Status tone="waiting" icon="clock">
        {t('fields.outlier')}
      </Status>
    );
  if (row.usageNumber !== null && row.months > 1)
    return (
      <Status tone="waiting" icon="clock">
        {t('sheet.months', { count: row.months })}
      </Status>
    );
  if (!row.registered)
    return (
      <Status tone="ended" icon="ban">
        {t('sheet.unregistered')}
      </Status>
    );
  return (
    saved && (
      <Status tone="done" icon="check">
        {t('sheet.saved')}
      </Status>
    )
  );
}
