import type {
  invoiceSteps,
  registerInvoices,
  signInvoiceSample,
} from '@lobby/shared/modules/invoice-config.contract.ts';
import { INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { E_INVOICE } from '@lobby/shared/modules/invoice-item.ts';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { toast } from '../../../kit/base/toast.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { HeldConfig } from './held.ts';

const bandClass = styleClass({
  display: 'grid',
  gap: '2',
  p: '4',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  '& ol': { display: 'flex', flexWrap: 'wrap', gap: '2', listStyle: 'none' },
  '& a': { textDecoration: 'underline' },
  '& footer': { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center' },
  '& [role=alert]': { color: 'bad.fg' },
  '&[data-sandbox]': {
    // Striped band above the text marks the sandbox.
    pt: '6',
    backgroundImage: 'repeating-linear-gradient(135deg, {colors.waiting.solid} 0 8px, transparent 8px 16px)',
    backgroundSize: '100% 8px',
    backgroundRepeat: 'no-repeat',
  },
});

/** Set-up steps: done, missing, and a test signature. */
export function StepsBand({ config }: { config: HeldConfig }) {
  const { t } = useTranslation('invoice-config');
  const maySync = useCan(E_INVOICE, 'sync');
  const { data, again } = useContract<typeof invoiceSteps>('/e-invoice-config/check', { follow: E_INVOICE });
  const [signed, setSigned] = useState('');
  const mayRegister = useCan(E_INVOICE, 'updateStatus');
  const { busy, error, code, run } = useSubmit();
  const { busy: drawing, save } = useExport();
  const register = () =>
    run(async () => {
      await callContract<typeof registerInvoices>('PUT', '/e-invoice-config/register', scopeNow());
      toast({ tone: 'done', title: t('register.sent') });
      void again();
    });
  const test = () =>
    run(async () => {
      const { data: answer } = await callContract<typeof signInvoiceSample>(
        'PUT',
        '/e-invoice-config/test',
        scopeNow(),
      );
      setSigned(answer.subject);
      void again();
    });
  if (!data) return null;
  return (
    <section className={bandClass()} data-sandbox={config.environment === 'SANDBOX' ? '' : undefined}>
      <strong>{t(data.ready ? 'ready' : 'notReady')}</strong>
      {config.environment === 'SANDBOX' && <span>{t('sandbox')}</span>}
      <ol>
        {data.steps.map(({ step, ok, hint }) => (
          <li key={step}>
            <Status tone={ok ? (hint ? 'waiting' : 'done') : 'bad'} icon={ok ? 'circle-check' : 'circle-x'}>
              {step === 'series' ? <Link to="?part=series">{t('steps.series')}</Link> : t(`steps.${step}`)}
              {hint && `: ${t(`hints.${hint}`)}`}
            </Status>
          </li>
        ))}
      </ol>
      {config.refusal && <p role="alert">{config.refusal}</p>}
      <footer>
        <Button
          icon={FileText}
          busy={drawing}
          onClick={() => save(`${INVOICE_CONFIG_PATH}/template/preview`, scopeNow())}
        >
          {t('template')}
        </Button>
        {mayRegister && (config.registration !== 'ACCEPTED' || config.sellerChanged) && (
          <Button look="filled" busy={busy} onClick={() => void register()}>
            {t('register.run')}
          </Button>
        )}
        {maySync && (
          <Button busy={busy} onClick={() => void test()}>
            {t('test.run')}
          </Button>
        )}
        {signed && <span role="status">{t('test.done', { subject: signed })}</span>}
        <Refused error={error} code={code} />
      </footer>
    </section>
  );
}
