import type { Field } from '@lobby/shared/kit/fields.ts';
import type { handedUnits } from '@lobby/shared/modules/handover-schedule.contract.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useWriting } from '../../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { useFormValues } from '../../../kit/ui/form/useFormValues.ts';
import { writeValue } from '../../../kit/ui/form/values.ts';
import { styleClass } from '../../../theme/classes.ts';

const { unitId: UNIT, startDate: START, startIndex: INDEX } = meter.fields;
const offerClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  textStyle: 'sm',
  color: 'fg.muted',
  m: '0',
});

/** Offers values of the handover to the surrounding form: its day as start, and meter indexes. */
export function HandedOn({ index }: { index?: boolean }) {
  const { t } = useTranslation(handoverUnit.name);
  const { day, number } = useFormats();
  const how = useWriting();
  const { setValue } = useFormContext<TypedValues>();
  const { unitId } = useFormValues({ unitId: UNIT });
  const hasUnit = typeof unitId === 'string' && unitId !== '';
  const { data } = useContract<typeof handedUnits>(
    '/handover/schedule/handed',
    hasUnit && { query: { unitId: String(unitId) } },
  );
  if (!hasUnit || !data?.day) return null;
  const from = data.day;
  const put = (name: string, field: Field, value: unknown) =>
    setValue(name, writeValue(field, value, how), { shouldDirty: true, shouldValidate: true });
  const begin = () => put('startDate', START, from);
  return (
    <p role="status" className={offerClass()}>
      {t('handed.on', { day: day(from) })}
      {!index && (
        <Button size="sm" onClick={begin}>
          {t('handed.begin')}
        </Button>
      )}
      {index &&
        data.meters.map(({ name, unitName, value }) => (
          <Button
            key={name}
            size="sm"
            onClick={() => {
              begin();
              put('startIndex', INDEX, value);
            }}
          >
            {t('handed.take', { name, value: `${number(value)} ${unitName ?? ''}`.trim() })}
          </Button>
        ))}
    </p>
  );
}
