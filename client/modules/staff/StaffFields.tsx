import { useTranslation } from 'react-i18next';
import { FieldInput } from '../../kit/ui/form/inputs/FieldInput.tsx';
import { styleClass } from '../../theme/classes.ts';

const ALONE = ['name', 'email', 'language'] as const;
const PAIRS = ['phone', 'cardNumber', 'departmentId', 'positionIds', 'startedOn', 'endedOn'] as const;

export const FORM_FIELDS = [...ALONE, ...PAIRS];

const gridClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' },
  columnGap: '4',
  rowGap: '4',
  alignItems: 'start',
});
const noteClass = styleClass({ m: '0', mt: '-2', textStyle: 'xs', color: 'fg.muted' });

/** Form of an employee: person, contact, positions, dates. */
export function StaffFields() {
  const { t } = useTranslation('employee');
  return (
    <>
      <FieldInput name="name" autoFocus />
      <FieldInput name="email" />
      <p className={noteClass()}>{t('form.invites')}</p>
      <FieldInput name="language" />
      <div className={gridClass()}>
        {PAIRS.map(name => (
          <FieldInput key={name} name={name} />
        ))}
      </div>
    </>
  );
}
