import { debtReport } from '@lobby/shared/modules/financial-reports.ts';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Call } from '../../../kit/http/api.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';

/** Movements and ages of debts as a spreadsheet, for those who may. */
export function ExportButton({ query }: Required<Pick<Call, 'query'>>) {
  const { t } = useTranslation('books');
  const mayExport = useCan(debtReport.code, 'export');
  const { busy, save } = useExport();
  if (!mayExport) return null;
  return (
    <Button
      size="sm"
      icon={FileDown}
      busy={busy}
      onClick={() => save(`${debtReport.path}/export`, { ...scopeNow(), query })}
    >
      {t('debt.export')}
    </Button>
  );
}
