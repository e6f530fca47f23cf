import { ONLINE_MODES, type OnlineMode } from '@lobby/shared/billing/gateways.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { gatewayMode } from '@lobby/shared/modules/payment-gateway.contract.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { RadioCards } from '../../kit/ui/controls/RadioCards.tsx';
import { TextArea } from '../../kit/ui/controls/TextArea.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { styleClass } from '../../theme/classes.ts';

const barClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  flex: 'none',
  px: '4',
  py: '3',
  borderBottomWidth: '1px',
  '& > p': { flex: '1', minW: '0' },
  '& small': { display: 'block', color: 'fg.muted' },
});

type Held = AnswerOf<typeof gatewayMode>;

/** Online payment mode of the project: whether residents can pay, and what they see. */
export function ModeBar() {
  const { t } = useTranslation(paymentGateway.name);
  const may = useCan(paymentGateway.code, 'updateStatus');
  const [open, setOpen] = useState(false);
  const { data, error, again } = useContract<typeof gatewayMode>('/payment-gateway/mode', {
    follow: paymentGateway.code,
  });
  if (error && !data) return <ErrorState title={t('mode.failed')} onRetry={() => void again()} />;
  if (!data) return null;
  return (
    <div className={barClass()}>
      <p>
        <strong>
          {t('mode.title')}: {t(`mode.${data.mode}`)}
        </strong>
        <small>{t(`mode.says.${data.mode}`)}</small>
      </p>
      {may && <Button onClick={() => setOpen(true)}>{t('mode.change')}</Button>}
      {open && <ModeDialog held={data} onClose={() => setOpen(false)} onSaved={() => void again()} />}
    </div>
  );
}

function ModeDialog({ held, onClose, onSaved }: { held: Held; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation([paymentGateway.name, 'kit']);
  const [mode, setMode] = useState(held.mode);
  const [words, setWords] = useState(held.words ?? '');
  const [reason, setReason] = useState('');
  const { busy, error, code, run } = useSubmit();
  const save = () =>
    run(async () => {
      const body = { mode, words: words || null, reason, version: held.version };
      await request('PUT', `${paymentGateway.path}/mode`, { ...scopeNow(), body });
      toast({ tone: 'done', title: t('kit:form.saved') });
      onSaved();
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('mode.title')}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button look="filled" busy={busy} disabled={reason.trim() === ''} onClick={() => void save()}>
            {t('mode.save')}
          </Button>
        </>
      }
    >
      <RadioCards<OnlineMode>
        label={t('mode.title')}
        columns={1}
        value={mode}
        onChange={setMode}
        cards={ONLINE_MODES.map(value => ({
          value,
          note: t(`mode.${value}`),
          label: t(`mode.says.${value}`),
        }))}
      />
      <Field label={t('mode.words')}>
        <TextArea value={words} maxLength={1000} onChange={event => setWords(event.target.value)} />
      </Field>
      <Field label={t('mode.reason')} required error={error} code={code}>
        <TextArea value={reason} maxLength={500} onChange={event => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
