/**
 * A small model of amenities, written in another way than the product: it counts minutes in a plain array, hour by hour, and knows no intervals. An
 * amenity may be a part of a whole; what is taken of the whole is taken of all of each part, and the other way round.
 */
export interface Booked {
  amenity: number;
  /** Minutes from the first moment of the model. */
  from: number;
  to: number;
  places: number;
  status: 'APPROVED' | 'PENDING' | 'ENDED';
  cost: number;
  paid: number;
  back: number;
}
interface Amenity {
  capacity: number;
  /** Its place in the list of the amenity that it is a part of. */
  whole?: number;
  cleaning: number;
}

export class SlotModel {
  readonly bookings = new Map<string, Booked>();
  readonly #amenities: readonly Amenity[];
  constructor(amenities: readonly Amenity[]) {
    this.#amenities = amenities;
  }

  /** What is taken at a minute of an amenity, but for one booking. */
  takenAt(amenity: number, minute: number, except = ''): number {
    const own = this.#amenities[amenity];
    if (!own) throw new Error(`no amenity ${amenity}`);
    let taken = 0;
    for (const [id, one] of this.bookings) {
      if (id === except || one.status === 'ENDED') continue;
      const inside = minute >= one.from - own.cleaning && minute < one.to + own.cleaning;
      if (!inside) continue;
      if (one.amenity === amenity) taken += one.places;
      else if (this.#amenities[one.amenity]?.whole === amenity || own.whole === one.amenity) taken += own.capacity;
    }
    return taken;
  }

  /** Whether so many places are left for every minute of a time. */
  fits(amenity: number, from: number, to: number, places: number, except = ''): boolean {
    const capacity = this.#amenities[amenity]?.capacity ?? 0;
    for (let minute = from; minute < to; minute += 15)
      if (this.takenAt(amenity, minute, except) + places > capacity) return false;
    return true;
  }

  /** The most that is taken of an amenity at any quarter of an hour. */
  most(amenity: number, until: number): number {
    let most = 0;
    for (let minute = 0; minute < until; minute += 15) {
      let taken = 0;
      for (const one of this.bookings.values())
        if (one.status !== 'ENDED' && one.amenity === amenity && one.from <= minute && minute < one.to)
          taken += one.places;
      most = Math.max(most, taken);
    }
    return most;
  }

  /** What all bookings of an amenity brought. */
  brought(amenity: number): number {
    let sum = 0;
    for (const one of this.bookings.values()) if (one.amenity === amenity) sum += one.paid - one.back;
    return sum;
  }
}
