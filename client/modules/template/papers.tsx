import { type FeeNoticeRow, feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { type ReceiptRow, receipt } from '@lobby/shared/modules/receipt.ts';
import { type ReportTemplateRow, reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { type Paper, Sheet } from '../fee-notice/index.ts';

const FORM = pairedForm(
  ['name', 'paper', 'showBank', 'showQr', 'bankAccountId', 'treasurer'],
  ['building', 'signatures', 'foot'],
);
const WIDTHS = { name: 260, paper: 148, showBank: 148, showQr: 148, treasurer: 180, updatedAt: 148, status: 132 };

/** A paper keeps its width: a phone shows it by parts. */
const sheetClass = styleClass({ overflowX: 'auto', '& > article': { minW: '560px' } });

/** The newest paper of its kind, in this form. */
function PreviewTab({ id }: { id: string }) {
  const { t } = useTranslation('report-template');
  const navigate = useNavigate();
  const { idUnitGroup = '' } = useParams();
  const { data: form } = useQuery<ReportTemplateRow>(`${reportTemplate.path}/${id}`, { follow: reportTemplate.code });
  const notice = form?.paper === 'FEE_NOTICE';
  const query = { limit: 1, ...(notice && { filter: { status: ['ISSUED'] } }) };
  const path = form ? (notice ? feeNotice.path : receipt.path) : null;
  const newest = useQuery<(FeeNoticeRow | ReceiptRow)[]>(path, { query }).data?.[0];
  const papers = useQuery<Paper[]>(notice && newest ? `${feeNotice.path}/papers` : null, {
    query: { ids: newest ? [newest.id] : [] },
  });
  const { data: place } = useQuery<{ name: string; address: string | null; hotline: string | null }>(
    `/unit-group/${idUnitGroup}/contact`,
  );
  const [paper] = papers.data ?? [];
  if (!form) return <SkeletonRows />;
  return (
    <DetailBody>
      {newest && (
        <Button
          icon={Printer}
          onClick={() => void navigate(`/print/${idUnitGroup}/${notice ? 'fee-notice' : 'receipt'}/${newest.id}`)}
        >
          {t('preview.open')}
        </Button>
      )}
      {paper && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <section className={sheetClass()} aria-label={t('preview.tab')} tabIndex={0}>
          <Sheet paper={paper} place={place ?? null} layout={form} />
        </section>
      )}
      {!paper && <p>{notice ? t('preview.none') : t('preview.receipt')}</p>}
    </DetailBody>
  );
}

/** The form of the project's papers: who sends them, where they are paid, who signs. */
export function Component() {
  const { t } = useTranslation('report-template');
  return (
    <RecordsPage
      definition={reportTemplate}
      widths={WIDTHS}
      hidden={['createdAt']}
      form={FORM}
      detail={{ extraTabs: id => [{ value: 'preview', label: t('preview.tab'), content: <PreviewTab id={id} /> }] }}
    />
  );
}
