import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useController, useWatch } from 'react-hook-form';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useDetail } from '../../../kit/live/useRows.ts';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { useFieldWords, useFormScope, useWriting } from '../../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { readValue, writeLine } from '../../../kit/ui/form/values.ts';
import { styleClass } from '../../../theme/classes.ts';

const { surcharges: SURCHARGES } = utilityBooking.fields;

const partClass = styleClass({
  display: 'grid',
  gap: '1',
  borderWidth: '0',
  p: '0',
  m: '0',
  '& > legend': { textStyle: 'sm', fontWeight: 'medium', p: '0' },
});

interface Line {
  index: number;
  quantity: number;
}

/** Surcharge lines in a form value. */
export function surchargesIn(value: TypedValues[string] | undefined, how: ReturnType<typeof useWriting>): Line[] {
  const { value: lines } = readValue(SURCHARGES, value ?? [], how);
  return (Array.isArray(lines) ? lines : []).filter((line): line is Line => typeof line.index === 'number');
}

/** Surcharges of the chosen amenity; required ones are checked and cannot be removed. */
export function SurchargeFields() {
  const say = useFieldWords(utilityBooking.name);
  const how = useWriting();
  const { money } = useFormats();
  const { fields } = useFormScope();
  const { field } = useController<TypedValues>({ name: 'surcharges' });
  const [utilityId] = useWatch<TypedValues>({ name: ['utilityId'] });
  const { data } = useDetail(utility, fields.rrule && typeof utilityId === 'string' && utilityId, {
    follow: utility.code,
  });
  if (!data || data.surcharges.length === 0) return null;
  const lines = surchargesIn(field.value, how);
  const turn = (index: number) => {
    const others = lines.filter(line => line.index !== index);
    const next = others.length < lines.length ? others : [...others, { index, quantity: 1 }];
    field.onChange(next.map(line => writeLine(SURCHARGES, { ...line }, how)));
  };
  return (
    <fieldset className={partClass()}>
      <legend>{say.label('surcharges')}</legend>
      {data.surcharges.map(({ name, price, required }, index) => (
        <Checkbox
          key={name}
          label={`${name} · ${money(price)}`}
          checked={required === true || lines.some(line => line.index === index)}
          disabled={required === true}
          onChange={() => turn(index)}
        />
      ))}
    </fieldset>
  );
}
