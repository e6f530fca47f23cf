import type { utility } from '@lobby/shared/modules/utility.ts';
import { type FormEvent, useState } from 'react';
import { call, type Refused, upload } from '../../data/api.ts';
import { useDetail } from '../../data/rows.ts';
import { Choice } from '../../parts/Choice.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { PhotosInput } from '../../parts/PhotoField.tsx';
import { Labelled, photosIn, SendPart } from '../../parts/parts.tsx';
import { WhenField } from '../../parts/WhenField.tsx';
import { go } from '../../path.ts';
import { money, t } from '../../words.ts';
import { type Order, PATH, useServices } from './Service.tsx';

const MOST_PHOTOS = 5;

/** Orders a partner's service: price list items, purpose and time. */
export function NewOrder() {
  const services = useServices();
  const [utilityId, setUtilityId] = useState('');
  const { data: service } = useDetail<typeof utility>('/utility', utilityId, ['AMENITY']);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const prices = service?.priceList ?? [];
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const items = prices.flatMap(({ name }, n) => {
      const quantity = Number(form.get(`item-${n}`));
      return quantity > 0 ? [{ name, quantity }] : [];
    });
    setBusy(true);
    try {
      const photos = await upload(photosIn(form).slice(0, MOST_PHOTOS));
      const description = form.get('description');
      const fieldOf = (name: string) => {
        const text = String(form.get(name) ?? '').trim();
        return text ? { [name]: text } : {};
      };
      const contact = { ...fieldOf('contactName'), ...fieldOf('contactPhone') };
      const times = { ...fieldOf('wantedFrom'), ...fieldOf('wantedTo') };
      const body = { utilityId, items, description, photos, ...contact, ...times };
      go(`/orders/${(await call<Order>(PATH, { method: 'POST', body })).id}`);
    } catch (error) {
      setRefused(error as Refused);
      setBusy(false);
    }
  }
  const wrong = (name: string) => refused?.fields[name]?.message;
  return (
    <form onSubmit={event => void submit(event)}>
      <Choice
        name="utilityId"
        label={t('services.service')}
        error={wrong('utilityId')}
        required
        value={utilityId}
        options={services.map(offered => ({ value: offered.id, text: offered.name }))}
        onChange={setUtilityId}
      />
      {prices.map((price, n) => (
        <Labelled
          key={price.name}
          label={`${price.name} · ${money(price.price)}${price.unit ? ` / ${price.unit}` : ''}`}
        >
          <NumberField name={`item-${n}`} min={0} max={1000} initial={0} />
        </Labelled>
      ))}
      {wrong('items') && (
        <p className="error" role="alert">
          {wrong('items')}
        </p>
      )}
      <Labelled label={t('services.content')} error={wrong('description')}>
        <textarea name="description" rows={4} minLength={5} maxLength={2000} required />
      </Labelled>
      <WhenField name="wantedFrom" label={t('order.fields.wantedFrom')} error={wrong('wantedFrom')} />
      <WhenField name="wantedTo" label={t('order.fields.wantedTo')} error={wrong('wantedTo')} />
      <Labelled label={t('services.contactName')} error={wrong('contactName')}>
        <input name="contactName" maxLength={100} />
      </Labelled>
      <Labelled label={t('services.contactPhone')} error={wrong('contactPhone')}>
        <input name="contactPhone" type="tel" />
      </Labelled>
      <PhotosInput error={wrong('photos')} />
      <SendPart refused={refused} label={t('services.send')} busy={busy} />
    </form>
  );
}
