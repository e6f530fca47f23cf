import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { IconButton } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { readDecimal } from '../../../kit/ui/form/inputs/numbers.ts';
import { styleClass } from '../../../theme/classes.ts';
import { KeptText } from './LineRow.tsx';
import { Photos } from './Photos.tsx';
import { partOf, type SheetWork, type ShownMeter, type ShownSheet } from './sheet.ts';

const partClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  p: '4',
  '& h2': { textStyle: 'md', fontWeight: 'semibold', m: '0' },
  '& section': { display: 'flex', flexDirection: 'column', gap: '3' },
  '& [data-pair]': {
    display: 'grid',
    gap: '3',
    alignItems: 'end',
    gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  },
  '& [data-thing]': { display: 'flex', alignItems: 'center', gap: '3', minH: '12' },
  '& [data-thing] > span': { flex: '1' },
  '& p[role=alert]': { gridColumn: '1 / -1', m: '0', textStyle: 'sm', color: 'bad.fg' },
  '& output': { minW: '8', textAlign: 'center', fontFamily: 'figures' },
});

/** Warns of a meter value below the unit's last reading; it is accepted anyway. */
function BelowIndex({ value, index = null, unitName }: Pick<ShownMeter, 'value' | 'index' | 'unitName'>) {
  const { t } = useTranslation('handover-schedule');
  const { number } = useFormats();
  if (value === null || index === null || value >= index) return null;
  return <p role="alert">{t('sheet.belowIndex', { index: `${number(index)} ${unitName ?? ''}`.trim() })}</p>;
}

/** Meters, things handed over, and the recipient. */
export function HandedPart({ sheet, work }: { sheet: ShownSheet; work: SheetWork }) {
  const { t } = useTranslation('handover-schedule');
  const { number: shown } = useFormats();
  const { meters, things } = sheet;
  const present = (change: object) =>
    work.write([
      partOf('present', { name: sheet.presentName ?? sheet.owner ?? '', relation: sheet.presentRelation, ...change }),
    ]);
  return (
    <div className={partClass()}>
      {meters.length > 0 && (
        <section>
          <h2>{t('sheet.meters')}</h2>
          {meters.map(meter => (
            <div key={meter.key} data-pair="">
              <KeptText
                label={meter.unitName ? `${meter.name} (${meter.unitName})` : meter.name}
                value={meter.value === null ? null : shown(meter.value)}
                max={14}
                numeric
                onKeep={text => {
                  const value = readDecimal(text, shown(0.5));
                  if (text === '' || (value !== null && value >= 0))
                    work.write([partOf(`meters.${meter.key}`, { value }, meter.part)]);
                }}
              />
              <Photos of={meter} name={meter.name} work={work} />
              <BelowIndex {...meter} />
            </div>
          ))}
        </section>
      )}
      {things.length > 0 && (
        <section>
          <h2>{t('sheet.things')}</h2>
          {things.map(({ key, name, usual, number, part }) => {
            const set = (to: number) =>
              work.write([partOf(`things.${key}`, { number: Math.min(99, Math.max(0, to)) }, part)]);
            return (
              <div key={key} data-thing="">
                <span>{name}</span>
                <IconButton
                  icon={Minus}
                  label={t('sheet.less', { name })}
                  onClick={() => set(number === null ? usual - 1 : number - 1)}
                />
                <output>{number ?? '–'}</output>
                <IconButton
                  icon={Plus}
                  label={t('sheet.more', { name })}
                  onClick={() => set(number === null ? usual : number + 1)}
                />
              </div>
            );
          })}
        </section>
      )}
      <section>
        <h2>{t('sheet.people')}</h2>
        <div data-pair="">
          <KeptText
            label={t('fields.presentName')}
            value={sheet.presentName}
            max={100}
            onKeep={name => name.length > 1 && present({ name })}
          />
          <KeptText
            label={t('fields.presentRelation')}
            value={sheet.presentRelation}
            max={60}
            onKeep={relation => present({ relation: relation || null })}
          />
        </div>
        <Checkbox
          label={t('fields.identityChecked')}
          checked={sheet.identityChecked}
          onChange={event => work.write([partOf('identity', event.target.checked)])}
        />
      </section>
    </div>
  );
}
