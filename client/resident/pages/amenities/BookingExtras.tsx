import { NumberField } from '../../parts/NumberField.tsx';
import { Labelled } from '../../parts/parts.tsx';
import { money, t } from '../../words.ts';

interface ExtrasProps {
  amenity: { limitPerSlot: number; surcharges: { name: string; price: number; required: boolean }[] };
  quantity: number;
  extra: readonly number[];
  onQuantity: (quantity: number) => void;
  onExtra: (extra: readonly number[]) => void;
}

/** Number of places, and extras. */
export function Extras({ amenity, quantity, extra, onQuantity, onExtra }: ExtrasProps) {
  const { limitPerSlot, surcharges } = amenity;
  const turn = (at: number) => onExtra(extra.includes(at) ? extra.filter(index => index !== at) : [...extra, at]);
  return (
    <>
      {limitPerSlot > 1 && (
        <Labelled label={t('amenities.quantity')}>
          <NumberField min={1} max={limitPerSlot} initial={quantity} onValue={onQuantity} />
        </Labelled>
      )}
      {surcharges.map(({ name, price, required }, at) => (
        <label key={name} className="check">
          <input
            type="checkbox"
            checked={required || extra.includes(at)}
            disabled={required}
            onChange={() => turn(at)}
          />
          {name} · {money(price)}
        </label>
      ))}
    </>
  );
}
