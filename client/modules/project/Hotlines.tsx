import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../kit/ui/Button.tsx';
import { TextInput } from '../../kit/ui/TextInput.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useField } from './place.ts';

interface Line {
  name: string;
  phone: string;
}
const MOST = 10;

const listClass = styleClass({
  borderWidth: '0',
  m: '0',
  p: '0',
  minW: '0',
  '& > legend': { p: '0', mb: '1', textStyle: 'sm', fontWeight: 'medium' },
  '& > div': { display: 'flex', gap: '2', mb: '2', maxW: '520px' },
  '& > p': { m: '0', textStyle: 'xs', color: 'bad.fg' },
});

/** The numbers that residents may call beside the first one. */
export function Hotlines() {
  const { t } = useTranslation('unit-group');
  const own = useField('hotlines');
  const lines: readonly Line[] = Array.isArray(own.value) ? own.value : [];
  const set = (at: number, part: Partial<Line>) =>
    own.put(lines.map((line, n) => (n === at ? { ...line, ...part } : line)));
  return (
    <fieldset data-wide className={listClass()}>
      <legend>{own.label}</legend>
      {lines.map((line, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place, its values are being typed
        <div key={n}>
          <TextInput
            aria-label={t('hotline.name')}
            placeholder={t('hotline.name')}
            value={line.name}
            disabled={own.locked}
            onChange={event => set(n, { name: event.target.value })}
          />
          <TextInput
            inputMode="tel"
            aria-label={t('hotline.phone')}
            placeholder={t('hotline.phone')}
            value={line.phone}
            disabled={own.locked}
            onChange={event => set(n, { phone: event.target.value })}
          />
          {!own.locked && (
            <IconButton
              icon={X}
              label={t('hotline.remove', { name: line.name || String(n + 1) })}
              onClick={() => own.put(lines.filter((_, at) => at !== n))}
            />
          )}
        </div>
      ))}
      {own.error && <p role="alert">{own.error}</p>}
      {!own.locked && lines.length < MOST && (
        <Button size="sm" icon={Plus} onClick={() => own.put([...lines, { name: '', phone: '' }])}>
          {t('hotline.add')}
        </Button>
      )}
    </fieldset>
  );
}
