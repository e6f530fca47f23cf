import { styleClass } from '../../theme/classes.ts';

const segmentClass = styleClass({
  display: 'inline-flex',
  flex: 'none',
  maxW: 'full',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  overflowX: 'auto',
  '& > button': {
    flex: 'none',
    h: 'control',
    px: '3',
    textStyle: 'sm',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    borderInlineEndWidth: '1px',
    borderColor: 'border',
    _last: { borderInlineEndWidth: '0' },
    _hover: { bg: 'bg.subtle', color: 'fg' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
    '&[aria-pressed=true]': { bg: 'accent.subtle', color: 'accent.fg', fontWeight: 'semibold' },
  },
});

interface SegmentProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few that are all in view. */
export function Segment<Value extends string>({ label, choices, value, onChange }: SegmentProps<Value>) {
  return (
    <fieldset className={segmentClass()} aria-label={label}>
      {choices.map(one => (
        <button key={one.value} type="button" aria-pressed={one.value === value} onClick={() => onChange(one.value)}>
          {one.label}
        </button>
      ))}
    </fieldset>
  );
}
