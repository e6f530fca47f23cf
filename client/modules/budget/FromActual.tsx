import { budget } from '@lobby/shared/modules/budget.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { request } from '../../kit/http/api.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useIdempotencyKey } from '../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { readDecimal } from '../../kit/ui/form/inputs/numbers.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { today } from '../../kit/ui/today.ts';

/** Creates a draft budget from the actual amounts of the previous year, raised by a percentage. */
export function FromActual({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation([budget.name, 'common']);
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const { busy, error, code, run } = useSubmit();
  const [year, setYear] = useState(String(Number(today().slice(0, 4)) + 1));
  const [percent, setPercent] = useState('0');
  const [purpose, setPurpose] = useState('OPERATION');
  const rise = readDecimal(percent);
  const ready = /^20\d\d$/.test(year) && rise !== null;
  const make = () =>
    run(async () => {
      const body = { year: Number(year), percent: rise, purpose };
      const { data } = await request<RecordOf<typeof budget>>('POST', `${budget.path}/from-actual`, {
        ...scopeNow(),
        body,
        idempotencyKey: keyOf(body),
      });
      onClose();
      navigate(`/projects/${idUnitGroup}/${budget.route}?tab=drafts&id=${data.id}`);
    });
  return (
    <Dialog
      open
      title={t('fromActual.title')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button look="filled" busy={busy} disabled={!ready} onClick={() => void make()}>
            {t('fromActual.make')}
          </Button>
        </>
      }
    >
      <Field label={t('fields.year')}>
        <TextInput inputMode="numeric" value={year} onChange={event => setYear(event.target.value)} />
      </Field>
      <Field label={t('fromActual.percent')}>
        <TextInput inputMode="decimal" value={percent} onChange={event => setPercent(event.target.value)} />
      </Field>
      <Field label={t('fields.purpose')}>
        <Select
          value={purpose}
          choices={budget.fields.purpose.options.map(value => ({ value, label: t(`options.purpose.${value}`) }))}
          onChange={event => setPurpose(event.target.value)}
        />
      </Field>
      <Refused error={error} code={code} />
    </Dialog>
  );
}
