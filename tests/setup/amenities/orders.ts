import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Caller, Row } from '../caller.ts';
import { formOf, png } from '../contract/samples.ts';
import { change as changeRecord } from '../records.ts';
import type { Site } from '../world.ts';
import { amenitiesOf } from './amenities.ts';

const LIST = [
  { name: 'Một máy', unit: 'máy', price: 250_000 },
  { name: 'Nạp ga', unit: 'lần', price: 50_000 },
];
const { path } = merchantOrder;

/** Creates partners, their services and orders, and follows these by the partners' links. */
export async function ordersOf(url: string, site: Site, { amenityOf } = amenitiesOf(site)) {
  const { ann, unitId } = site;
  let n = 0;
  const made = async (at: string, values: object, who: Caller = ann): Promise<Row> => {
    const { status, data, text } = await who.post<Row>(at, values);
    if (status !== 201) throw new Error(text);
    return data;
  };
  const partnerOf = () =>
    made(partner.path, { name: `Partner ${++n}`, code: `P${n}`, type: 'CONTRACTOR', email: `p${n}@partner.test` });
  /** Service of a partner, by default dispatched by hand. */
  async function serviceOf(values: object = {}, partnerId?: string) {
    const of = { partnerId: partnerId ?? (await partnerOf()).id, priceList: LIST, type: 'NO_RESERVATION' };
    return amenityOf({ ...of, commissionRate: 8, warrantyDays: 30, dispatch: 'HAND', approval: undefined, ...values });
  }
  const shared = await serviceOf();
  const order = (values: object = {}, service: Row = shared) =>
    made(path, {
      unitId,
      utilityId: service.id,
      description: 'It leaks',
      items: [{ name: 'Một máy', quantity: 2 }],
      ...values,
    });
  /** Finishes an order as staff, with a picture. */
  const finish = async (one: Row, input: object = {}) => {
    const { data } = await ann.post<Row[]>('/upload', formOf([{ name: 'a.png', body: await png() }]));
    return act(one, 'finish', { photos: [data[0]?.id], ...input });
  };
  const change = (one: Row, values: Record<string, unknown>) => changeRecord(merchantOrder, one.id, values);
  const act = ({ id }: Row, name: string, input: object = {}, who: Caller = ann) =>
    who.put<Row>(`${path}/${id}/${name}`, input);
  /** An order dispatched to a partner, with the partner's link. */
  async function sent(values: object = {}) {
    const [asked, { id: partnerId }] = [await order(values), await partnerOf()];
    const { data } = await act(asked, 'dispatch', { partnerId });
    return {
      asked: data,
      partnerId,
      link: (await ann.put<{ token: string }>(`${path}/${asked.id}/renew-link`)).data.token,
    };
  }
  /** Calls the partner's page by a link. */
  async function page(link: string, name = '', body?: unknown, headers: Record<string, string> = {}) {
    const form = body instanceof FormData;
    const answer = await fetch(`${url}/api/partner/${link}${name}`, {
      method: form ? 'POST' : body === undefined ? 'GET' : 'PUT',
      headers: { ...headers, ...(!form && body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const { data, error } = JSON.parse(await answer.text());
    return { status: answer.status, data: data?.order ? { ...data, ...data.order } : data, error };
  }
  return { act, amenityOf, change, finish, made, order, page, partnerOf, sent, serviceOf, shared };
}
