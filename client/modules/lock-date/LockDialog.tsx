import { chakra } from '@chakra-ui/react';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths, monthOf } from '@lobby/shared/kit/dates.ts';
import type { openBeforeLock } from '@lobby/shared/modules/lock-date.contract.ts';
import type { LockKind } from '@lobby/shared/modules/lock-date.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Form } from '../../kit/ui/controls/Form.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { TextArea } from '../../kit/ui/controls/TextArea.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { today } from '../../kit/ui/today.ts';
import { moveLock } from './move-lock.ts';

interface LockDialogProps {
  kind: LockKind;
  until: string | null;
  mayGoBack: boolean;
  onClose: () => void;
}

/** Asks for a lock date, and shows work unfinished by then. */
export function LockDialog({ kind, until, mayGoBack, onClose }: LockDialogProps) {
  const { t } = useTranslation('lock-date');
  const form = useId();
  const [to, setTo] = useState(() => monthPeriod(addMonths(monthOf(today()), -1)).end);
  const [reason, setReason] = useState('');
  const { busy, error, code, run } = useSubmit();
  const back = until !== null && to < until;
  const open = useContract<typeof openBeforeLock>('/lock-date/open', to && { query: { kind, until: to } });
  const send = () =>
    run(async () => {
      await moveLock({ kind, until, to, reason });
      onClose();
    });
  return (
    <Dialog
      open
      title={t('lock.set')}
      description={t(`options.kind.${kind}`)}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button type="submit" form={form} look="filled" busy={busy} disabled={!to || (back && !reason.trim())}>
            {t('lock.set')}
          </Button>
        </>
      }
    >
      <Form id={form} style={{ display: 'grid', gap: 12 }} onSubmit={() => void send()}>
        <Field label={t('lock.to')} error={error} code={code} required>
          <DayInput
            label={t('lock.to')}
            value={to}
            max={today()}
            min={mayGoBack ? undefined : (until ?? undefined)}
            onChange={setTo}
          />
        </Field>
        {back && (
          <Field label={t('lock.reason')} help={t('lock.back')} required>
            <TextArea value={reason} onChange={event => setReason(event.target.value)} />
          </Field>
        )}
        <div>
          <chakra.p textStyle="sm" color="fg.muted">
            {open.data?.length === 0 ? t('lock.nothing') : t('lock.open')}
          </chakra.p>
          <chakra.ul ps="4" listStyleType="disc">
            {(open.data ?? []).map(({ what, count }) => (
              <li key={what}>
                {t(`options.what.${what}`)}: {count}
              </li>
            ))}
          </chakra.ul>
        </div>
      </Form>
    </Dialog>
  );
}
