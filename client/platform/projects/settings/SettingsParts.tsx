import { FEATURES, type Feature, LIMITS } from '@lobby/shared/kit/features.ts';
import { projectFields, TIME_ZONES } from '@lobby/shared/modules/unit-group.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { FormPart } from '../../../kit/ui/form/FormPart.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { PictureField } from '../look/PictureField.tsx';
import { ChoiceField, IdentityFields, LinesField, ValueField } from './inputs.tsx';
import { useField } from './place.ts';
import { zoneName } from './zones.ts';

/** General data and location of the project. */
export function GeneralPart() {
  const { t } = useTranslation('unit-group');
  const end = useField('serviceEndsOn');
  return (
    <>
      <FormPart title={t('groups.identity')}>
        <IdentityFields />
        <ValueField name="investor" field={projectFields.investor} />
        <ValueField name="management" field={projectFields.management} />
        <ValueField name="address" field={projectFields.address} wide />
        <PictureField name="logo" />
      </FormPart>
      <FormPart title={t('groups.place')}>
        <ChoiceField name="timeZone" choices={TIME_ZONES.map(value => ({ value, label: zoneName(value) }))} />
        <ValueField
          name="serviceEndsOn"
          field={projectFields.serviceEndsOn}
          {...(end.locked && { help: `${t('help.serviceEndsOn')} ${t('keeperOnly')}` })}
        />
      </FormPart>
    </>
  );
}

/** Forbidden words, and expiry periods. */
export function RulesPart() {
  const { t } = useTranslation('unit-group');
  return (
    <FormPart title={t('parts.rules')}>
      <LinesField name="forbiddenWords" rows={8} />
      <ValueField name="ticketExpiryDays" field={projectFields.ticketExpiryDays} />
      <ValueField name="ticketReopenDays" field={projectFields.ticketReopenDays} />
      <ValueField name="taskExpiryDays" field={projectFields.taskExpiryDays} />
      <ValueField name="merchantAcceptMinutes" field={projectFields.merchantAcceptMinutes} />
      <ValueField name="waitlistOfferMinutes" field={projectFields.waitlistOfferMinutes} />
      <ValueField name="financialYearMonth" field={projectFields.financialYearMonth} />
      <ValueField name="contractNumber" field={projectFields.contractNumber} />
      <ValueField name="retentionDays" field={projectFields.retentionDays} />
      <ValueField name="reminderHour" field={projectFields.reminderHour} />
    </FormPart>
  );
}

const rowsClass = styleClass({
  m: '0',
  p: '0',
  listStyle: 'none',
  borderTopWidth: '1px',
  borderColor: 'border',
  '& > li': { py: '2', borderBottomWidth: '1px', borderColor: 'border' },
  '& small': { display: 'block', ps: '6', textStyle: 'sm', color: 'fg.muted' },
});
const limitsClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' },
  columnGap: '8',
  m: '0',
  '& > div': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '4',
    py: '1.5',
    borderBottomWidth: '1px',
    borderColor: 'border',
    textStyle: 'sm',
  },
  '& dt': { color: 'fg.muted' },
  '& dd': { m: '0', fontFamily: 'figures' },
});

/** Features and their limits. */
export function FeaturesPart() {
  const { t } = useTranslation('unit-group');
  const { number } = useFormats();
  return (
    <>
      <section aria-label={t('parts.features')}>
        <ul className={rowsClass()}>
          {(Object.keys(FEATURES) as Feature[]).map(name => (
            <FeatureRow key={name} name={name} />
          ))}
        </ul>
      </section>
      <section aria-label={t('limitsTitle')}>
        <h2>{t('limitsTitle')}</h2>
        <p data-note="">{t('limitsText')}</p>
        <dl className={limitsClass()}>
          {Object.entries(LIMITS).map(([name, value]) => (
            <div key={name}>
              <dt>{t(`limits.${name}`)}</dt>
              <dd>{number(value)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function FeatureRow({ name }: { name: Feature }) {
  const { t } = useTranslation('unit-group');
  const field = useField(`features.${name}`);
  return (
    <li>
      <Checkbox
        label={t(`features.${name}.name`)}
        checked={field.value === true}
        disabled={field.locked}
        onChange={event => field.put(event.target.checked)}
      />
      <small>{t(`features.${name}.text`)}</small>
    </li>
  );
}
