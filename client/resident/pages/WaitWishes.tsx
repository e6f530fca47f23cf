import { Labelled } from '../parts.tsx';
import { t } from '../words.ts';

/** What would do as well where a slot is full: other hours, other amenities. */
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
      utilityIds: utilityIds.includes(id) ? utilityIds.filter(one => one !== id) : [...utilityIds, id],
    });
  return (
    <details>
      <summary>{t('amenities.waitFor')}</summary>
      <Labelled label={t('amenities.flexible')}>
        <select value={flexible} onChange={event => onWishes({ utilityIds, flexible: event.target.value })}>
          {AROUND.map(value => (
            <option key={value} value={value}>
              {t(`amenities.around.${value}`)}
            </option>
          ))}
        </select>
      </Labelled>
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
