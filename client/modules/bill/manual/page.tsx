import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { manualBills } from '@lobby/shared/modules/manual-bills.ts';
import { FilePlus2, Send, Upload } from 'lucide-react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useDetail } from '../../../kit/live/useRows.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button, IconButton } from '../../../kit/ui/controls/Button.tsx';
import { FieldPairs } from '../../../kit/ui/form/FieldPairs.tsx';
import { FormContext } from '../../../kit/ui/form/form-context.ts';
import { lazyPart } from '../../../kit/ui/layout/lazy-part.tsx';
import { DialogSkeleton } from '../../../kit/ui/overlay/DialogSkeleton.tsx';
import { ReportPage } from '../../../kit/ui/pages/ReportPage.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { ManualBill } from './ManualBill.tsx';
import { ManualRows } from './ManualRows.tsx';
import { MORE, PAIRS, useManualForm } from './useManualForm.ts';

const ImportDialog = lazyPart(
  async () => (await import('../../../kit/ui/import/ImportDialog.tsx')).ImportDialog,
  DialogSkeleton,
);

const bodyClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', lg: 'minmax(0, 640px) minmax(0, 1fr)' },
  gridAutoRows: 'max-content',
  gap: '6',
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  px: '4',
  pb: '4',
  '& form': { display: 'grid', gap: '4' },
  '& p': { textStyle: 'sm', color: 'fg.muted' },
  '& [role=alert]': { color: 'bad.fg' },
  '& form > div:last-child': { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2' },
  '& summary': { cursor: 'pointer', minH: 'var(--target)', textStyle: 'sm', color: 'accent.fg' },
  '& a': { color: 'accent.fg' },
  '& td input': { textAlign: 'end', minW: '96px', maxW: '144px' },
});

/** Manual bills: form on the left, live preview on the right. */
export function Component() {
  const { t } = useTranslation(['bill', 'import']);
  const { idUnitGroup } = useParams();
  const mayMake = useCan(manualBills.code, 'write');
  const mayRelease = useCan(manualBills.code, 'updateStatus');
  const [importing, setImporting] = useState(false);
  const { form, place, frame, plan, mode, serviceId, single, rows, setRows, busy, save } = useManualForm();
  const { data: of } = useDetail(service, serviceId);
  return (
    <ReportPage
      title={t('manual.title')}
      actions={
        <>
          <Link to={`/projects/${idUnitGroup}/${bill.route}?tab=drafts&createType=MANUAL`}>{t('manual.drafts')}</Link>
          {mayMake && <IconButton icon={Upload} label={t('import:open')} onClick={() => setImporting(true)} />}
        </>
      }
    >
      <div className={bodyClass()}>
        <FormContext value={place}>
          <FormProvider {...form}>
            <form
              ref={frame}
              noValidate
              onSubmit={event => {
                event.preventDefault();
                if (mayMake) void save(false);
              }}
              onKeyDown={event => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !mayRelease || !mayMake) return;
                event.preventDefault();
                void save(true);
              }}
            >
              <p>{t('manual.hint')}</p>
              <FieldPairs names={PAIRS} wide={['content']} />
              <details>
                <summary>{t('manual.more')}</summary>
                <FieldPairs names={MORE} wide={['changeReason', 'note', ...(single ? ['attachments'] : [])]} />
              </details>
              {mayMake && (
                <div>
                  {mayRelease && (
                    <Button icon={Send} busy={busy} onClick={() => void save(true)}>
                      {t('manual.release')}
                    </Button>
                  )}
                  <Button type="submit" look="filled" icon={FilePlus2} busy={busy}>
                    {t('manual.next')}
                  </Button>
                </div>
              )}
            </form>
          </FormProvider>
        </FormContext>
        <section aria-label={t('manual.result')}>
          <Refused error={plan.error?.message} code={plan.error?.code} />
          {!plan.data && !plan.error && <p>{t('manual.none')}</p>}
          {plan.data && single && <ManualBill plan={plan.data} unitName={of?.unitName ?? ''} />}
          {plan.data && !single && <ManualRows plan={plan.data} mode={mode} typed={rows} onType={setRows} />}
        </section>
      </div>
      {importing && <ImportDialog definition={bill} scope={scopeNow()} onClose={() => setImporting(false)} />}
    </ReportPage>
  );
}
