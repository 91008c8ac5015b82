const jewellery = {
  az: 'Sırğa, boyunbağı və çıxarıla bilən protezləri çıxarın.',
  ru: 'Снимите серьги, цепочки и съёмные протезы.',
  en: 'Take off earrings, necklaces and removable dentures.',
};

/** Machines beside the panoramic one that sends studies. */
export const sampleMachines = [
  { name: 'Planmeca Viso G7, otaq 2', kind: 'cbct', aeTitle: 'VISO' },
  { name: 'Ağızdaxili sensor, otaq 3', kind: 'sensor', aeTitle: 'SENSOR' },
] as const;

/** Kinds of examination, each with the kind of machine that makes it. */
export const sampleKinds = [
  {
    on: 'panoramic',
    examination: 'panoramic',
    name: { az: 'Panoram rentgen', ru: 'Панорамный снимок', en: 'Panoramic X-ray' },
    minutes: 10,
    price: 25,
    preparation: jewellery,
  },
  {
    on: 'panoramic',
    examination: 'cephalometric',
    name: { az: 'Sefalometrik rentgen', ru: 'Телерентгенограмма', en: 'Cephalometric X-ray' },
    minutes: 10,
    price: 30,
    preparation: jewellery,
  },
  {
    on: 'cbct',
    examination: 'cbct',
    name: { az: 'KLKT, hər iki çənə', ru: 'КЛКТ обеих челюстей', en: 'CBCT of both jaws' },
    minutes: 20,
    price: 120,
    preparation: jewellery,
  },
  {
    on: 'cbct',
    examination: 'cbct',
    name: { az: 'KLKT, bir çənə', ru: 'КЛКТ одной челюсти', en: 'CBCT of one jaw' },
    minutes: 15,
    price: 80,
    preparation: jewellery,
  },
  {
    on: 'sensor',
    examination: 'periapical',
    name: { az: 'Periapikal rentgen', ru: 'Прицельный снимок', en: 'Periapical X-ray' },
    minutes: 10,
    price: 10,
    preparation: null,
  },
] as const;
