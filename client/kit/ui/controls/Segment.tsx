import { styleClass } from '../../../theme/classes.ts';

const segmentClass = styleClass({
  display: 'inline-flex',
  flex: 'none',
  maxW: 'full',
  h: 'control',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  overflowX: 'auto',
  '& > button': {
    flex: 'none',
    h: 'full',
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
  '&[data-size=sm]': { h: 'controlSmall', '& > button': { px: '2.5' } },
});

interface SegmentProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  /** The height of small buttons, to stand beside them. */
  size?: 'sm';
  onChange: (value: Value) => void;
}

/** A choice of a few options, all in view. */
export function Segment<Value extends string>({ label, choices, value, size, onChange }: SegmentProps<Value>) {
  return (
    <fieldset className={segmentClass()} data-size={size} aria-label={label}>
      {choices.map(choice => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
