import type { keyBallot, keyedBallots } from '@lobby/shared/modules/vote-sheet.contract.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Form } from '../../../kit/ui/controls/Form.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';

/** Enters paper ballots by serial number, one digit per question. Two people enter each independently. */
export function Keying({ id }: { id: string }) {
  const { t } = useTranslation(voteSheet.name);
  const { data, again } = useContract<typeof keyedBallots>('/vote-sheet/:id/keyed', {
    params: { id },
    follow: voteSheet.code,
  });
  const { busy, error, code, run } = useSubmit();
  const box = useRef<HTMLInputElement>(null);
  const [serial, setSerial] = useState('');
  const [digits, setDigits] = useState('');
  const [spoilt, setSpoilt] = useState(false);
  const submit = () => {
    void run(async () => {
      const answers = [...digits].map(Number);
      const body = { serial: serial.trim(), ...(spoilt ? { spoilt } : { answers }) };
      const { data: done } = await callContract<typeof keyBallot>('PUT', '/vote-sheet/:id/key-paper', {
        ...scopeNow(),
        params: { id },
        body,
      });
      toast({ tone: 'done', title: t('keying.done', { serial: serial.trim(), keyed: done.keyed }) });
      setSerial('');
      setDigits('');
      setSpoilt(false);
      box.current?.focus();
      void again();
    });
  };
  return (
    <DetailBody>
      {data && <p>{t('keying.state', { ...data })}</p>}
      <Form onSubmit={submit}>
        <Field label={t('keying.serial')}>
          <TextInput ref={box} value={serial} autoComplete="off" onChange={event => setSerial(event.target.value)} />
        </Field>
        <Field label={t('keying.answers')}>
          <TextInput
            value={digits}
            disabled={spoilt}
            inputMode="numeric"
            autoComplete="off"
            onChange={event => setDigits(event.target.value.replace(/\D/g, ''))}
          />
        </Field>
        <Checkbox label={t('keying.spoilt')} checked={spoilt} onChange={event => setSpoilt(event.target.checked)} />
        <Refused error={error} code={code} />
        <Button type="submit" look="filled" busy={busy}>
          {t('keying.save')}
        </Button>
      </Form>
    </DetailBody>
  );
}
