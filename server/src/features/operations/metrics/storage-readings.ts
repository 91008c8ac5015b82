import { setAsideAreas } from '../../../platform/storage/storage.ts';
import type { CreateGauge, Reading, ReadingDeps } from './reading.ts';
import { removeValues } from './reading.ts';
import { cachedTotal, unfinishedUploads } from './storage-totals.ts';

export function diskReading(gauge: CreateGauge, { storage }: ReadingDeps): Reading {
  const diskSize = gauge('disk_size_bytes', 'Size of the volume of the uploads');
  const diskAvailable = gauge('disk_available_bytes', 'Free bytes on the volume of the uploads');
  return {
    clear: removeValues([diskSize, diskAvailable]),
    async take() {
      const { size, available } = await storage.space();
      diskSize.set(size);
      diskAvailable.set(available);
    },
  };
}

export function uploadsReading(gauge: CreateGauge, deps: ReadingDeps): Reading {
  const uploads = gauge('unfinished_uploads', 'Unfinished uploads');
  const uploadBytes = gauge('unfinished_upload_bytes', 'Bytes of unfinished uploads');
  const buffers = gauge('upload_buffers', 'Chunk buffers in use');
  const countUnfinished = unfinishedUploads(deps.storage, deps.now);
  return {
    clear: removeValues([uploads, uploadBytes, buffers]),
    async take() {
      buffers.set(deps.countBuffersInUse());
      const { count, bytes } = await countUnfinished();
      uploads.set(count);
      uploadBytes.set(bytes);
    },
  };
}

export function backupReading(gauge: CreateGauge, { lastBackup }: ReadingDeps): Reading {
  const backupAt = gauge('backup_timestamp_seconds', 'When the last successful backup started');
  const backupBytes = gauge('backup_bytes', 'Bytes of the last successful backup');
  return {
    clear: removeValues([backupAt, backupBytes]),
    async take() {
      const last = await lastBackup();
      if (!last) return;
      backupAt.set(Date.parse(last.at) / 1000);
      backupBytes.set(last.bytes);
    },
  };
}

export function lostReading(gauge: CreateGauge, { storage, now }: ReadingDeps): Reading {
  const lostFiles = gauge('lost_files', 'Files without a row that were set aside', ['area']);
  const lostBytes = gauge('lost_bytes', 'Bytes of files that were set aside', ['area']);
  const totals = {
    files: cachedTotal(() => storage.list('lost/files'), now),
    pictures: cachedTotal(() => storage.list('lost/pictures'), now),
  };
  return {
    clear() {
      lostFiles.reset();
      lostBytes.reset();
    },
    async take() {
      for (const area of setAsideAreas) {
        const { count, bytes } = await totals[area]();
        lostFiles.set({ area }, count);
        lostBytes.set({ area }, bytes);
      }
    },
  };
}
