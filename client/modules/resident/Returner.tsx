import { resident } from '@lobby/shared/modules/resident.ts';
import { LogIn } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRows } from '../../kit/live/useRows.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../theme/classes.ts';

const lineClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  px: '3',
  py: '2',
  borderRadius: 'md',
  bg: 'waiting.subtle',
  color: 'waiting.fg',
  textStyle: 'sm',
  '& > span': { flex: '1', minW: '200px' },
});
const ASKED = { phone: resident.fields.phone, email: resident.fields.email };
/** Shorter texts match too many. */
const FEWEST = 8;

/**
 * Former residents with the entered phone or e-mail, to move in again with their history instead of creating a
 * duplicate.
 */
export function Returner({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation(resident.name);
  const navigate = useNavigate();
  const { phone, email } = useFormValues(ASKED);
  const typed = [phone, email].map(value => String(value ?? ''));
  const q = useDeferredValue(typed.find(text => text.length >= FEWEST) ?? '');
  const { data } = useRows(q ? resident : null, {
    filter: { q, living: { in: ['false'] } },
    limit: 2,
    delay: 300,
  });
  return (q ? (data ?? []) : []).map(person => (
    <output key={person.id} className={lineClass()}>
      <span>
        {t('returner.found', { name: person.name })} <RefName to="unit" id={person.unitId} />
      </span>
      <Button
        size="sm"
        icon={LogIn}
        onClick={() => {
          onOpen();
          void navigate(`?tab=all&id=${person.id}`);
        }}
      >
        {t('returner.open')}
      </Button>
    </output>
  ));
}
