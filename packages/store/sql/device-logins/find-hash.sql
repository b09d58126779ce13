-- What is needed to check the code of a device.
-- takes: id
SELECT device_code_hash AS "keyHash" FROM device_login WHERE id = $1 AND expires_at > now()
