import type { payslip } from '@lobby/shared/modules/payslip.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../kit/live/useQuery.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { DrawnPages } from '../../kit/ui/paper/DrawnPages.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { PrintButton } from './PrintButton.tsx';

const barClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '2', pb: '3' });

/** Printed form of a voucher with print and download buttons. */
export function VoucherPaper({ definition, id }: { definition: typeof receipt | typeof payslip; id: string }) {
  const { t } = useTranslation(definition.name);
  const { busy, save } = useExport();
  const path = `${definition.path}/${id}`;
  const { data, error } = useQuery<{ pages: string[] }>(`${path}/pages`, { follow: definition.code, delay: 500 });
  return (
    <DetailBody>
      <div className={barClass()}>
        <PrintButton definition={definition} id={id} />
        <Button icon={FileDown} busy={busy} onClick={() => save(`${path}/pdf`, scopeNow())}>
          {t('paper.pdf')}
        </Button>
      </div>
      <Refused error={error?.message} code={error?.code} />
      {!data && !error && <SkeletonRows />}
      {data && <DrawnPages pages={data.pages} label={n => t('paper.page', { n })} />}
    </DetailBody>
  );
}
