import { Calendar } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../../theme/classes.ts';
import { IconButton } from '../../../controls/Button.tsx';
import { useWriting } from '../../form-context.ts';
import { readValue } from '../../values.ts';
import { type InputProps, textOf } from '../input.ts';
import { TidyInput } from '../TypedInput.tsx';

/** Lies below the button, so that the browser's calendar opens there. */
const pickerClass = styleClass({
  position: 'absolute',
  insetInlineEnd: '0',
  bottom: '0',
  w: 'control',
  h: 'control',
  opacity: '0',
  pointerEvents: 'none',
});

const TYPES = { date: 'date', month: 'month', instant: 'datetime-local' } as const;
const HINTS = { date: 'form.dateHint', month: 'form.monthHint', instant: 'form.instantHint' } as const;
const isDate = (kind: string): kind is keyof typeof TYPES => kind in TYPES;

/** A date typed as DD/MM/YYYY (an instant with HH:mm, in the project's time zone), or picked in the browser's calendar. */
export function DateInput(props: InputProps) {
  const { t } = useTranslation('kit');
  const how = useWriting();
  const picker = useRef<HTMLInputElement>(null);
  const kind = isDate(props.field.kind) ? props.field.kind : 'date';
  const { value } = readValue(props.field, props.value, how);
  const open = () => {
    const input = picker.current;
    if (!input) return;
    input.value = pickerValue(kind, textOf(props.value), typeof value === 'string' ? value : '');
    input.showPicker();
  };
  const pick = (picked: string) => {
    if (!picked) return;
    const [date = '', time] = picked.split('T');
    const typed = how.formats.day(date) + (time ? ` ${time.slice(0, 5)}` : '');
    props.onChange(typed);
  };
  return (
    <TidyInput
      {...props}
      inputMode="numeric"
      placeholder={props.placeholder ?? t(HINTS[kind])}
      after={
        <>
          <IconButton
            icon={Calendar}
            size="sm"
            label={t('form.pickDate', { field: props.label })}
            disabled={props.disabled}
            onClick={open}
          />
          <input
            ref={picker}
            type={TYPES[kind]}
            tabIndex={-1}
            aria-hidden
            min={props.min}
            className={pickerClass()}
            onChange={event => pick(event.target.value)}
          />
        </>
      }
    />
  );
}

/** Initial value of the browser's calendar; instants in the project's time zone. */
function pickerValue(kind: keyof typeof TYPES, typed: string, value: string): string {
  if (kind !== 'instant' || !value) return value;
  const [, day = '', month = '', year = '', time = ''] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(typed) ?? [];
  return year && `${year}-${month}-${day}T${time}`;
}
