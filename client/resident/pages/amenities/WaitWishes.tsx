import { ChevronDown } from 'lucide-react';
import { Choice } from '../../parts/Choice.tsx';
import { t } from '../../words.ts';

/** Alternatives to a full slot: other hours, other amenities. */
interface Wishes {
  flexible: string;
  utilityIds: readonly string[];
}
export const NO_WISHES: Wishes = { flexible: '0', utilityIds: [] };
const AROUND = ['0', '30', '60', '120'];

interface WaitWishesProps {
  wishes: Wishes;
  others: readonly { utilityId: string; name: string }[];
  onWishes: (wishes: Wishes) => void;
}

export function WaitWishes({ wishes, others, onWishes }: WaitWishesProps) {
  const { flexible, utilityIds } = wishes;
  const turn = (id: string) =>
    onWishes({
      flexible,
      utilityIds: utilityIds.includes(id) ? utilityIds.filter(utilityId => utilityId !== id) : [...utilityIds, id],
    });
  return (
    <details className="card fold-card">
      <summary>
        {t('amenities.waitFor')}
        <ChevronDown size={16} aria-hidden />
      </summary>
      <Choice
        label={t('amenities.flexible')}
        value={flexible}
        options={AROUND.map(value => ({ value, text: t(`amenities.around.${value}`) }))}
        onChange={next => onWishes({ utilityIds, flexible: next })}
      />
      {others.length > 0 && (
        <fieldset>
          <legend>{t('amenities.alsoAt')}</legend>
          {others.map(({ utilityId, name }) => (
            <label key={utilityId} className="check">
              <input type="checkbox" checked={utilityIds.includes(utilityId)} onChange={() => turn(utilityId)} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </details>
  );
}
