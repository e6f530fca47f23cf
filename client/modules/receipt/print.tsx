import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { PrintedPage } from '../../kit/ui/pages/PrintedPage.tsx';
import { DrawnPages } from '../../kit/ui/paper/DrawnPages.tsx';

/** Print view of a receipt or payslip; counts the printing. */
export function Component() {
  const { idUnitGroup = '', receiptId, payslipId } = useParams();
  const definition = payslipId ? payslip : receipt;
  const { t } = useTranslation(definition.name);
  const scope = { projectId: idUnitGroup };
  const path = `${definition.path}/${payslipId ?? receiptId}`;
  const { data, error } = useQuery<{ pages: string[] }>(`${path}/pages`, { scope });
  return (
    <PrintedPage
      title={t('name')}
      icon={FileText}
      state={data ? 'ready' : error ? 'failed' : 'loading'}
      onPrint={() => void request('PUT', `${path}/print`, { ...scope, body: {} }).catch(() => undefined)}
    >
      {data && <DrawnPages pages={data.pages} label={n => t('paper.page', { n })} />}
    </PrintedPage>
  );
}
