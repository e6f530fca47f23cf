import { takePhoto } from '../../../server/demo/play/photo.ts';
import { randomOf } from '../../../server/demo/random.ts';
import type { Row } from '../../setup/caller.ts';
import { good, residentAt, type Somebody, staffAt } from './people.ts';

const DESK = '/pms/helpdesk';

/** Records that are made before the pictures are taken. */
export interface Story {
  projectId: string;
  /** The building where nothing waits. */
  quietId: string;
  /** A request with photos, replies and a private note. */
  talkId: string;
  /** One that is done, with a rating. */
  ratedId: string;
  service: Somebody;
  colleague: Somebody;
}

/** Lets a few people of the demo live through what the screens show: a conversation, a rating, a building where nothing waits. */
export async function tellStory(url: string): Promise<Story> {
  const [mai, linh, yen, chau] = await Promise.all([
    residentAt(url, 'resident1@hoasen.demo'),
    staffAt(url, 'service1@hoasen.demo'),
    staffAt(url, 'service2@hoasen.demo'),
    staffAt(url, 'admin@banmai.demo'),
  ]);
  const talk = good(
    await mai.post(DESK, {
      title: 'Thang máy số 2 block A rung mạnh khi qua tầng 9',
      content: 'Thang số 2 rung mạnh, cửa mở chậm. Nhờ kiểm tra sớm giúp.',
      typeId: await typeIn(mai, 'Thang máy'),
      images: [await photoOf(mai, 1), await photoOf(mai, 2)],
    }),
  );
  const say = async (who: Somebody, content: string, more = {}) =>
    good(await who.post(`${DESK}/${talk.id}/messages`, { content, ...more }));
  await say(linh, 'Em đã báo tổ kỹ thuật. Bảng số có báo mã lỗi không chị?');
  await say(mai, 'Có hiện chữ E-27 em nhé, chị vừa chụp thêm.');
  await say(yen, 'Thang 2 vừa bảo trì 14/11. Gọi Thiên Nam kiểm tra ray dẫn hướng, hẹn 10:30.', { private: true });
  await clearQueue(chau);
  return {
    projectId: linh.projectId,
    quietId: chau.projectId,
    talkId: talk.id,
    ratedId: await firstOf(linh, 'RATED'),
    service: linh,
    colleague: yen,
  };
}

/** Approves whatever waits in a building. */
async function clearQueue(chief: Somebody): Promise<void> {
  const waiting = good(await chief.get<Row[]>(`${DESK}?filter[status][]=WAITING_APPROVAL&limit=100`));
  for (const { id, version } of waiting) good(await chief.put(`${DESK}/${id}/approve`, { version }));
}

/** The id of the first request of a status, the newest without a sort. */
export async function firstOf(who: Somebody, status: string, sort = '-createdAt'): Promise<string> {
  const [row] = good(await who.get<Row[]>(`${DESK}?filter[status][]=${status}&sort=${sort}&limit=1`));
  if (!row) throw new Error(`nothing is ${status}`);
  return row.id;
}

async function typeIn(who: Somebody, name: string): Promise<string | undefined> {
  const types = good(await who.get<Row[]>(`${DESK}-type?limit=100`));
  return types.find(type => type.name === name)?.id;
}

async function photoOf(who: Somebody, seed: number): Promise<string | undefined> {
  const body = await takePhoto('elevator', randomOf(`photo ${seed}`));
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(body)]), `IMG_0${seed}.jpg`);
  const [file] = good(await who.post<Row[]>('/upload', form));
  return file?.id;
}
