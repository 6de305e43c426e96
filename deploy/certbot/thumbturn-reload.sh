#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Gives renewed certificates to a server without a proxy, which takes them up without a stop. Certbot runs it after each renewal, from
# /etc/letsencrypt/renewal-hooks/deploy, with the folder of the certificate in RENEWED_LINEAGE. Only root can read that folder, so
# the files are copied to where the server's group can.
# Certbot calls it for every certificate of the machine. It takes those that it has taken before: the first time, call it with --first.
set -eu
: "${RENEWED_LINEAGE:?certbot sets it}"
folder=${THUMBTURN_TLS_FOLDER:-/etc/thumbturn/tls}
name=$(basename "$RENEWED_LINEAGE")

if [ ! -f "$folder/$name.pem" ] && [ "${1:-}" != --first ]; then exit 0; fi
install -d -o root -g thumbturn -m 0750 "$folder"
copy() {
    install -o root -g thumbturn -m 0640 "$RENEWED_LINEAGE/$1" "$folder/$2.new"
    mv "$folder/$2.new" "$folder/$2"
}
copy privkey.pem "$name.key"
copy fullchain.pem "$name.pem"
if systemctl is-active --quiet thumbturn; then systemctl reload thumbturn; fi
