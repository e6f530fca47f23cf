import { invoice } from '@lobby/shared/modules/invoice.ts';
import { FileDown, FileX2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestFile } from '../../../kit/http/api.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { BlankPaper } from '../../../kit/ui/paper/BlankPaper.tsx';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { styleClass } from '../../../theme/classes.ts';

const PdfPages = lazy(async () => ({ default: (await import('../../../kit/ui/paper/PdfPages.tsx')).PdfPages }));

const tabClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  '& > [data-bar]': { display: 'flex', flexWrap: 'wrap', gap: '2', px: '5', py: '2', flex: 'none' },
});

/** Printed form of an invoice; issued ones with their signed file. */
export function PrintedTab({ id }: { id: string }) {
  const { t } = useTranslation(invoice.name);
  const { row } = useRecord(invoice, id);
  const { busy, save } = useExport();
  const mayTakeXml = useCan(invoice.code, 'exportEncrypted');
  const [failed, setFailed] = useState(false);
  const isDraft = row?.status === 'DRAFT';
  const path = row ? `${invoice.path}/${id}/${isDraft ? 'preview' : 'pdf'}` : null;
  const { data: file, error } = useQuery<Blob>(path, {
    follow: invoice.code,
    delay: 500,
    read: async (asked, call) => (await requestFile(asked, call)).file,
  });
  if (error || failed) return <EmptyState icon={FileX2} tone="bad" title={error?.message ?? t('printed.failed')} />;
  if (!path || !file) return <BlankPaper />;
  return (
    <div className={tabClass()}>
      <div data-bar="">
        <Button icon={FileDown} busy={busy} onClick={() => save(path, scopeNow())}>
          {t('printed.pdf')}
        </Button>
        {!isDraft && mayTakeXml && (
          <Button icon={FileDown} busy={busy} onClick={() => save(`${invoice.path}/${id}/xml`, scopeNow())}>
            {t('printed.xml')}
          </Button>
        )}
      </div>
      <Suspense fallback={<BlankPaper />}>
        <PdfPages of={file} onFail={() => setFailed(true)} />
      </Suspense>
    </div>
  );
}
